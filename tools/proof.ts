/** How a requirement is proven: by which halves, and by which assertions. */
/** What a proof shows: the server over HTTP, a rendered screen, code of the browser, facts of the built product. */
export type Half = 'server' | 'screen' | 'client' | 'build'

/** Which halves of an id the run proved, and the tests that did. */
export interface Proof {
  readonly halves: readonly Half[]
  readonly tests: readonly string[]
}

export type Proofs = ReadonlyMap<string, Proof>
