import { CallError } from '#web/api/call-error.ts'
import { errorText, textOf } from '#web/i18n/texts.ts'

/** What to say in a form whose call failed. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused') return errorText(error.errorCode ?? 'default', error.data)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}
