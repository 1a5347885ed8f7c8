import { errorText, textOf } from '../i18n/texts.ts'
import { CallError } from './call-error.ts'

/** What to say of a call that failed: the text of its code, or that the network is busy or gone. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused' || error.errorCode !== undefined)
    return errorText(error.errorCode ?? 'default', error.data)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}
