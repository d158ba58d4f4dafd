/** Refuses dragged files that no other handler takes. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/**
 * Prevents the browser from opening a file in place of the product when it is dropped beside its field. Called once.
 */
export function guardDrops(): void {
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
