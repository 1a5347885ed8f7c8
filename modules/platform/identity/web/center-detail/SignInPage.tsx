import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isRefusal } from '#web/api/call-error.ts'
import { failureText } from '#web/api/failure-text.ts'
import { call } from '#web/api/query.ts'
import { hasText, useText } from '#web/i18n/texts.ts'
import { returnPath } from '#web/paths.ts'
import { signedIn } from '#web/session.ts'
import { withAntTheme } from '#web/theme/ant.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { TOO_MANY_SESSIONS } from '../../contract/codes.ts'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { identityPaths } from '../paths.ts'
import { rememberCompany, useCompanyOfSignIn } from './company-of-sign-in.ts'
import { CodeForm, PasswordForm } from './SignInForms.tsx'
import { isOpen, SignInFrame, useSignInOptions } from './SignInFrame.tsx'
import { TooManySessions } from './TooManySessions.tsx'

// The QR code library is large, and few members sign in this way.
const QrSignIn = lazy(withAntTheme(() => import('./QrSignIn.tsx')))

const ways = ['password', 'phone', 'email', 'qr'] as const
type Way = (typeof ways)[number]

/** The secret of a single sign-on stays in the tab that started it. */
const SSO_SECRET = 'shuyuan.sso-secret'

interface Ticket {
  readonly ticket: string
  readonly secret: string
}

/** After the return from the provider, the ticket in the address and the secret of this tab become a session. */
function useSingleSignOn(companyId: string | undefined, onSignedIn: (answer: TokenAnswer) => Promise<void>) {
  const t = useText('identity')
  const [query, setQuery] = useSearchParams()
  const [failed, setFailed] = useState<{
    readonly text: string
    readonly error: unknown
    readonly given: Ticket
  }>()
  const ticket = query.get('ticket')
  const refused = query.get('ssoError')
  const exchange = useCallback(
    async (given: Ticket, endOldest: boolean) => {
      setFailed(undefined)
      try {
        const body = { grantType: 'oidc' as const, ...given, endOldest }
        await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
      } catch (error) {
        setFailed({ text: await failureText(error), error, given })
      }
    },
    [onSignedIn],
  )
  useEffect(() => {
    const secret = sessionStorage.getItem(SSO_SECRET)
    if (!ticket || !secret) return
    sessionStorage.removeItem(SSO_SECRET)
    setQuery({}, { replace: true })
    void exchange({ ticket, secret }, false)
  }, [ticket, exchange, setQuery])
  const start = async () => {
    const { authorizationUrl, secret } = await call(identity.startSingleSignOn, { query: { companyId } })
    sessionStorage.setItem(SSO_SECRET, secret)
    // The provider does not bring it back.
    if (companyId !== undefined) rememberCompany(companyId)
    location.assign(authorizationUrl)
  }
  const known = refused !== null && hasText('identity', `signIn.sso.${refused}`)
  return {
    start,
    error: failed?.error,
    endOldest: () => failed && void exchange(failed.given, true),
    failure: failed?.text ?? (refused === null ? undefined : t(known ? `signIn.sso.${refused}` : 'signIn.sso.refused')),
  }
}

export default function SignInPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [way, setWay] = useState<Way>('password')
  const options = useSignInOptions()
  const { companyId, to } = useCompanyOfSignIn()
  const goOn = returnPath(query)
  const onSignedIn = useCallback(
    async (answer: TokenAnswer) => {
      const member = await signedIn(answer)
      rememberCompany(member.rootOrganization.id)
      await navigate(goOn, { replace: true })
    },
    [navigate, goOn],
  )
  const sso = useSingleSignOn(companyId, onSignedIn)
  const offered = ways.filter(
    (each) =>
      (each !== 'phone' || options?.smsAvailable !== false) && (each !== 'email' || options?.emailAvailable !== false),
  )
  const step = (by: number) => {
    const next = offered[(offered.indexOf(way) + by + offered.length) % offered.length] ?? 'password'
    setWay(next)
    document.getElementById(`way-${next}`)?.focus()
  }
  return (
    <SignInFrame title={t('signIn.title')}>
      <Failure text={sso.failure} />
      <TooManySessions error={sso.error} />
      {isRefusal(sso.error, TOO_MANY_SESSIONS) && (
        <button type="button" className="sy-button sy-button-large" onClick={sso.endOldest}>
          {t('signIn.endOldest')}
        </button>
      )}
      <div
        className="sign-in-ways"
        role="tablist"
        aria-label={t('signIn.ways')}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') step(1)
          if (event.key === 'ArrowLeft') step(-1)
        }}
      >
        {offered.map((each) => (
          <button
            key={each}
            id={`way-${each}`}
            type="button"
            role="tab"
            aria-selected={each === way}
            aria-controls="way-panel"
            tabIndex={each === way ? 0 : -1}
            onClick={() => setWay(each)}
          >
            {t(`signIn.way.${each}`)}
          </button>
        ))}
      </div>
      <div id="way-panel" role="tabpanel" aria-labelledby={`way-${way}`}>
        {way === 'password' && <PasswordForm onSignedIn={onSignedIn} />}
        {way === 'phone' && <CodeForm key="phone" channel="phone" onSignedIn={onSignedIn} />}
        {way === 'email' && <CodeForm key="email" channel="email" onSignedIn={onSignedIn} />}
        {way === 'qr' && (
          <Suspense fallback={<div style={{ height: 260 }} />}>
            <QrSignIn onSignedIn={onSignedIn} />
          </Suspense>
        )}
      </div>
      {options?.openIdConnect && (
        <>
          <p className="sy-row sign-in-divider">{t('signIn.or')}</p>
          <button type="button" className="sy-button sy-button-plain sy-button-large" onClick={() => void sso.start()}>
            {isOpen(options, companyId)
              ? t('signIn.ssoOf', { label: options.openIdConnect.label, company: options.companyName })
              : options.openIdConnect.label}
          </button>
        </>
      )}
      <nav className="sy-flow sy-apart sign-in-links" style={{ marginTop: 20 }} aria-label={t('signIn.more')}>
        {options?.registrationOpen !== false && <Link to={to(identityPaths.register)}>{t('signIn.toRegister')}</Link>}
        <Link to={to(identityPaths.resetPassword)}>{t('signIn.toReset')}</Link>
      </nav>
    </SignInFrame>
  )
}
