import { errorText, hasText, textOf } from '../i18n/texts.ts'
import { CallError } from './call-error.ts'

/** What to say of a call that failed: the text of its code, or that the network is busy or gone. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused' || error.errorCode !== undefined)
    return errorText(error.errorCode ?? 'default', error.data)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}

/**
 * The fields that a 900001 names: path in the body → what is wrong with it, in the language of the reader. The server's own
 * words on it are English, for whoever programs against it.
 */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof CallError)) return new Map()
  const fields = (error.data.fields ?? []) as readonly { path: string; rule: string }[]
  return new Map(
    fields.map(({ path, rule }) => {
      const key = `wrongField.${rule}`
      return [path, textOf('shell', hasText('shell', key) ? key : 'wrongField.other')]
    }),
  )
}
