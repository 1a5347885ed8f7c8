import { isRefusal } from '#web/api/call-error.ts'
import { useText } from '#web/i18n/texts.ts'
import { TOO_MANY_SESSIONS } from '../../contract/codes.ts'

/** What signing in does after 90903: it signs the member out elsewhere. Nothing after another failure. */
export function TooManySessions({ error }: { readonly error: unknown }) {
  const t = useText('identity')
  if (!isRefusal(error, TOO_MANY_SESSIONS)) return null
  return <p>{t('signIn.tooManySessions', { count: Number(error.data.sessionsMax) })}</p>
}
