import { growLittle } from './memory-growth.ts';

/** Imported before everything else: what is loaded at the start is much at once, and most of it stays. */
growLittle();
