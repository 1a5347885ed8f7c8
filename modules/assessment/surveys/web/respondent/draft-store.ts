/** Answers of an anonymous survey until they are submitted: in this browser and nowhere else, so nobody can be linked to them. */
import type { SurveyAnswer } from '../../contract/answer.ts'
import { type AnswerMap, answerMap } from '../../contract/path.ts'

export interface KeptDraft {
  readonly answers: AnswerMap
  readonly pageId: string | undefined
}

const keyOf = (name: string) => `shuyuan.survey.${name}`

export function readDraft(name: string): KeptDraft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as {
      answers?: { questionId: string; answer: SurveyAnswer }[]
      pageId?: string
    } | null
    return kept?.answers ? { answers: answerMap(kept.answers), pageId: kept.pageId } : undefined
  } catch {
    return undefined
  }
}

/** False where the browser keeps nothing: a private window, a full disk. */
export function keepDraft(name: string, { answers, pageId }: KeptDraft): boolean {
  try {
    const listed = [...answers].map(([questionId, answer]) => ({ questionId, answer }))
    localStorage.setItem(keyOf(name), JSON.stringify({ answers: listed, pageId }))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(name: string): void {
  try {
    localStorage.removeItem(keyOf(name))
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The secret of this browser for a guest link: it goes on with the own draft, and answers once. */
export function guestSecret(token: string): string {
  const key = keyOf(`guest.${token}`)
  try {
    const kept = localStorage.getItem(key)
    if (kept !== null) return kept
    const made = newSecret()
    localStorage.setItem(key, made)
    return made
  } catch {
    return newSecret()
  }
}

/** 32 random bytes as base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
