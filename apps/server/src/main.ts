import './platform/allocation.ts';
import './platform/memory.ts';

// Loading takes memory as well: what is loaded statically would come before that setting.
await import('./serve.ts');
