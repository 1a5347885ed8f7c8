/** What the operator can put right: its message says everything, and no stack is shown. */
export class OperatorError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'OperatorError'
    this.exitCode = exitCode
  }
}
