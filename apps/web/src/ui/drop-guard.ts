/** Nothing else takes the files that are being dragged. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** A file that is dropped beside the place for it would be opened in place of the product. Called once. */
export function guardDrops(): void {
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
