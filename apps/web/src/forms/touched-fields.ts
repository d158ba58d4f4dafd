/**
 * Fields that show their errors: those that lost the focus, and all after the form was saved or a lock was attempted. A
 * form without input shows none.
 */
export class TouchedFields {
  private readonly left = new Set<string>();
  /** Rows and tables that contain places which lost the focus. */
  private readonly around = new Set<string>();
  private everywhere = false;

  /** Returns whether the place was not known before. */
  leave(name: string): boolean {
    if (this.everywhere || this.left.has(name)) return false;
    this.left.add(name);
    for (const outer of outerOf(name)) this.around.add(outer);
    return true;
  }

  leaveAll(): void {
    this.everywhere = true;
  }

  get isEverywhere(): boolean {
    return this.everywhere;
  }

  has(name: string): boolean {
    return (
      this.everywhere ||
      this.left.has(name) ||
      this.around.has(name) ||
      (this.left.size > 0 && outerOf(name).some((outer) => this.left.has(outer)))
    );
  }
}

/** Names of the places that contain a place, the nearest first: of `a.b[2].c` these are `a.b[2]`, `a.b` and `a`. */
function outerOf(name: string): string[] {
  const outer: string[] = [];
  for (let at = name.search(/(\.[^.[]+|\[\d+\])$/); at > 0; at = name.slice(0, at).search(/(\.[^.[]+|\[\d+\])$/)) {
    outer.push(name.slice(0, at));
  }
  return outer;
}
