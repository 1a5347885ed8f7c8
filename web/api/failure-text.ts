import { INVALID_INPUT } from '#kit/errors.ts'
import { errorText, hasText, textOf } from '../i18n/texts.ts'
import { CallError, isRefusal } from './call-error.ts'

interface WrongField {
  readonly path: string
  readonly rule: string
}

/** Their texts point at a field. Away from it the text of 900001 says the same: something is missing. */
const missing: ReadonlySet<string> = new Set(['required', 'minLength'])

/** What is wrong with a field, in the language of the reader. */
function ruleText(rule: string): string {
  const key = `wrongField.${rule}`
  return textOf('shell', hasText('shell', key) ? key : 'wrongField.other')
}

const fieldsOf = ({ data }: CallError) => (data.fields ?? []) as readonly WrongField[]

/** The text of a refusal's code. Of a 900001 that names fields, what is wrong with the first of them. */
export async function refusalText(error: CallError): Promise<string> {
  const [first] = isRefusal(error, INVALID_INPUT) ? fieldsOf(error) : []
  if (first && !missing.has(first.rule)) return ruleText(first.rule)
  return errorText(error.errorCode ?? 'default', error.data)
}

/** What to say of a call that failed: what its refusal says, or that the network is busy or gone. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused' || error.errorCode !== undefined) return refusalText(error)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}

/**
 * The fields that a 900001 names: path in the body → what is wrong with it, in the language of the reader. The server's own
 * words on it are English, for whoever programs against it.
 */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof CallError)) return new Map()
  return new Map(fieldsOf(error).map(({ path, rule }) => [path, ruleText(rule)]))
}
