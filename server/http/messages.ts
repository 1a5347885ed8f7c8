/** The texts of refusals in the caller's language. */
import type { Language } from '#kit/caller.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { IMPORT_INCORRECT, type ImportProblem, importRuleTexts } from '#kit/import-rows.ts'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'
import { filledText, messagesIn, textIn } from '../texts.ts'

function readErrors(language: Language): ReadonlyMap<string, string> {
  const folders = ['kit', ...moduleOrder.map(moduleFolder)]
  const errors = folders.map((folder) => messagesIn(folder, language).errors as Record<string, string> | undefined)
  return new Map(errors.flatMap((texts) => Object.entries(texts ?? {})))
}

const texts = { cn: readErrors('cn'), en: readErrors('en') }

/** The text of a refusal; `data` fills its `{placeholders}`. */
export function refusalMessage(error: ErrorCode, language: Language, data: Record<string, unknown> = {}): string {
  const text = texts[language].get(String(error.code)) ?? texts[language].get('default') ?? ''
  return filledText(text, data)
}

/** The data of a refusal for its caller: each wrong cell of an import says in words what is wrong (TRAINING-081 to 085). */
export function refusalData({ code }: ErrorCode, language: Language, data: Record<string, unknown>) {
  if (code !== IMPORT_INCORRECT.code) return data
  const problems = data.problems as readonly ImportProblem[]
  const message = ({ rule }: ImportProblem) => textIn('kit', importRuleTexts[rule], language)
  return { ...data, problems: problems.map((one) => ({ ...one, message: message(one) })) }
}

/** `Accept-Language: cn | en` of our client, or what browsers send; Chinese where nothing fits (SHELL-009). */
export function languageOf(header: string | undefined): Language {
  return header !== undefined && /^\s*en/i.test(header) ? 'en' : 'cn'
}
