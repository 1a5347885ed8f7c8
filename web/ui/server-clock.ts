/** The server's clock, as this screen knows it: whatever is done to the clock of the device changes nothing here. */
export class ServerClock {
  #offset: number
  readonly #elapsed: () => number

  /** `elapsed`: ms that go on evenly, such as `performance.now()`. */
  constructor(serverNow: number, elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed
    this.#offset = serverNow - elapsed()
  }

  /** An answer of the server says what time it is. On its way it grew old, so of two answers the later time is right. */
  hear(serverNow: number): void {
    this.#offset = Math.max(this.#offset, serverNow - this.#elapsed())
  }

  now(): number {
    return this.#offset + this.#elapsed()
  }
}
