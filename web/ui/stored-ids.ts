interface Drawn {
  readonly id: string
}

/**
 * Under which ids the server has what an editor draws. What is new is drawn under an id of the screen and keeps it, while the
 * server gives it another with the first change: the next ones name that, so that it is not made again.
 */
export class StoredIds {
  #stored: ReadonlyMap<string, string>

  /** `items`: as they were read from the server. */
  constructor(items: readonly Drawn[]) {
    this.#stored = new Map(items.map(({ id }) => [id, id]))
  }

  /** Undefined for what the server does not have yet. */
  of({ id }: Drawn): string | undefined {
    return this.#stored.get(id)
  }

  /** As an input takes it: nothing for what the server does not have yet. */
  inputOf(item: Drawn): { readonly id?: string } {
    const id = this.of(item)
    return id === undefined ? {} : { id }
  }

  /** After a change: `ids` are those of the items, in their order. */
  keep(items: readonly Drawn[], ids: readonly string[]): void {
    this.#stored = new Map(items.map(({ id }, at) => [id, ids[at] ?? id]))
  }
}
