/**
 * What the screen does about a failed call (SHELL-078 to SHELL-105). A call site that handles a refusal itself says so;
 * then nothing happens here.
 */
import { errorText, textOf } from '../i18n/texts.ts'
import { currentPath, goTo, paths, signInPath } from '../paths.ts'
import { notify, showBlockingAlert } from '../ui/notify.ts'
import type { CallError } from './call-error.ts'
import { refusalText } from './failure-text.ts'
import { getToken, setToken } from './token.ts'

/** Codes that lead to an error page (SHELL-082); 90903 only when it does not come as a 401. */
const ERROR_PAGE_CODES: ReadonlySet<number> = new Set([900005, 190001, 30142, 190000, 90903])
/** Codes that block the screen until confirmed, then lead back (SHELL-083, SHELL-084). */
const BLOCKING_CODES: ReadonlySet<number> = new Set([30207, 20159, 39013, 34008, 39011, 39012])
/** How long the message of a 401 stands before the sign-in screen opens (SHELL-089). */
const SIGN_IN_DELAY_MS = 2000

export interface ReactionOptions {
  /** A list in the background: no error page, no message; only a lost session is acted upon. */
  readonly quiet?: boolean
  /** The caller shows these refusals itself, at a field for instance: their codes, or all. */
  readonly handles?: 'all' | readonly { readonly code: number }[]
}

let leaving = false
let keeper: (() => void) | undefined

/**
 * A screen that must not be taken away, because what is on it is not saved yet: until the answered function is called, a lost
 * session calls `onLostSession`, and nobody is led to the sign-in screen.
 */
export function keepScreen(onLostSession: () => void): () => void {
  keeper = onLostSession
  return () => {
    if (keeper === onLostSession) keeper = undefined
  }
}

/** Reacts to the failure as the options allow. */
export async function react(error: CallError, options: ReactionOptions = {}): Promise<void> {
  if (error.kind === 'aborted' || handledByCaller(error, options)) return
  if (error.status === 401) return reactToLostSession(error)
  if (options.quiet) return
  if (error.kind === 'offline') return notify('error', textOf('kit', 'dict.no-network'))
  if (error.kind === 'server' && error.errorCode !== undefined)
    return notify('error', await errorText(error.errorCode, error.data))
  if (error.kind === 'timeout' || error.kind === 'server') return notify('error', textOf('kit', 'http.500'))
  if (error.status === 403) return notify('error', textOf('kit', 'http.403'))
  await reactToRule(error)
}

function handledByCaller(error: CallError, { handles }: ReactionOptions): boolean {
  if (error.kind !== 'refused') return false
  return handles === 'all' || (handles ?? []).some(({ code }) => code === error.errorCode)
}

/** With a code: its message, and the sign-in screen 2 s later; without: at once. Calls that fail together react once. */
async function reactToLostSession(error: CallError): Promise<void> {
  if (keeper) return keeper()
  if (leaving) return
  leaving = true
  const wasSignedIn = getToken() !== undefined
  const target = signInPath()
  if (error.errorCode !== undefined) {
    notify('error', await errorText(error.errorCode, error.data))
    await new Promise((resolve) => setTimeout(resolve, SIGN_IN_DELAY_MS))
  }
  leaving = false
  if (wasSignedIn) setToken(undefined)
  if (!currentPath().startsWith(paths.signIn)) goTo(target)
}

async function reactToRule(error: CallError): Promise<void> {
  const code = error.errorCode
  if (code !== undefined && ERROR_PAGE_CODES.has(code)) return goTo(paths.errorPage(code), 'replace')
  const text = await refusalText(error)
  if (code !== undefined && BLOCKING_CODES.has(code)) return showBlockingAlert({ text, onConfirm: goBack })
  notify('error', text)
}

/** Where the user came from; home if nowhere. */
export function goBack(): void {
  if (history.length > 1) history.back()
  else goTo(paths.home, 'replace')
}
