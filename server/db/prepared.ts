/** The statements that a connection keeps prepared, by their text. The one that was not used for longest makes room. */
import type pg from 'pg'

/** The part of the driver's connection that its types leave out. */
interface Wire {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  close(message: { readonly type: 'S'; readonly name: string }): void
}

export class PreparedStatements {
  readonly #wire: Wire
  readonly #max: number
  /** From the one that was not used for longest to the last one. */
  readonly #names = new Map<string, string>()
  #count = 0

  constructor(client: pg.Client, max: number) {
    this.#wire = (client as unknown as { readonly connection: Wire }).connection
    this.#max = max
  }

  /** The name under which the text is prepared, or will be with its first use. */
  nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) this.#names.delete(text)
    else if (this.#names.size >= this.#max) this.#forgetOldest()
    const name = known ?? `s${this.#count++}`
    this.#names.set(text, name)
    return name
  }

  #forgetOldest(): void {
    const [oldest] = this.#names
    if (oldest) this.#close(...oldest)
  }

  /**
   * Forgets the name of a text whose statement PostgreSQL refuses or does not know, unless the text has another name by now.
   */
  forget(text: string, name: string): void {
    if (this.#names.get(text) === name) this.#close(text, name)
  }

  /**
   * Closes by a message, which costs no round trip: it travels in front of the next statement, and is answered with it. In
   * a transaction that has failed, it still works, where `deallocate` does not.
   */
  #close(text: string, name: string): void {
    this.#names.delete(text)
    delete this.#wire.parsedStatements[name]
    delete this.#wire.submittedNamedStatements[name]
    this.#wire.close({ type: 'S', name })
  }
}
