/** What is being saved or waits for its turn: whoever needs all of it kept waits until nothing is left. */
export class Saves {
  readonly #open = new Set<Promise<unknown>>()

  add(work: Promise<unknown>): void {
    this.#open.add(work)
    const forget = () => this.#open.delete(work)
    work.then(forget, forget)
  }

  /** Waits for what comes meanwhile as well. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open)
  }
}

/** Saves one after the other, each known from the moment that it is asked for. */
export function inTurn(onSaving?: (work: Promise<unknown>) => void): (save: () => Promise<void>) => void {
  let last = Promise.resolve()
  return (save) => {
    last = last.then(save)
    onSaving?.(last)
  }
}
