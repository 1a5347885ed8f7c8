/** What to send to a call where chance finds no accepted input. */

/** Instead of the parts that were made from the schema. */
export interface Hint {
  readonly as?: 'chief' | 'learner'
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}
