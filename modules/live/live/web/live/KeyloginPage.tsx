import '../live.css'
import '../detail/detail.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText, textOf, useText } from '#web/i18n/texts.ts'
import { signInPath } from '#web/paths.ts'
import { useSession } from '#web/session.ts'
import { usePageTitle } from '#web/title.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PlainField, PlainForm, PlainSubmit } from '#web/ui/PlainForm.tsx'
import { Seal } from '#web/ui/Seal.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { live } from '../../contract.ts'
import { RoomScreen } from '../detail/RoomScreen.tsx'
import { type Invitation, invitationIn } from '../invitation.ts'
import { Countdown } from '../parts/Countdown.tsx'
import { LiveCover } from '../parts/LiveCover.tsx'
import { livePaths } from '../paths.ts'

/** The limit of the calls. */
const nameLengthMax = 40

/** The entrance for guests: the token of the link, a name, then the room (LIVE-005). */
export default function KeyloginPage() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <div className="lv-key">
      <main className="sy-box sy-column sy-gap-4 lv-key-card">
        <Seal size={40} />
        {id !== undefined && token ? <Invited key={token} invitation={{ id, token }} /> : <MissingInvitation />}
      </main>
    </div>
  )
}

/** A link without its token, or no link: the guest may paste the complete one. */
function MissingInvitation() {
  const t = useText('live')
  const navigate = useNavigate()
  const go = (text: string) => {
    const invitation = invitationIn(text)
    if (invitation) void navigate(`${livePaths.keylogin(invitation.id)}?token=${encodeURIComponent(invitation.token)}`)
  }
  return (
    <>
      <h1 tabIndex={-1}>{t('keylogin.title')}</h1>
      <p className="sy-faint">{t('keylogin.noTokenHint')}</p>
      <PlainForm onSubmit={({ link = '' }) => go(link)}>
        <PlainField
          name="link"
          label={t('keylogin.link')}
          required={t('keylogin.linkNeeded')}
          check={(text) => (invitationIn(text) ? undefined : t('keylogin.noToken'))}
          autoFocus
        />
        <PlainSubmit busy={false}>{t('keylogin.enter')}</PlainSubmit>
      </PlainForm>
    </>
  )
}

function Invited({ invitation: { id, token } }: { invitation: Invitation }) {
  const t = useText('live')
  const { signedIn } = useSession()
  const [where, setWhere] = useState<'before' | 'inside' | 'left'>('before')
  const { busy, run } = useAction()
  const visit = useQuery({
    queryKey: ['live-keylogin', id, token],
    queryFn: () => call(live.keylogin, { params: { id }, body: { token } }, { handles: 'all', quiet: true }),
  })
  usePageTitle(visit.data?.subject)
  const enter = (wanted: string) =>
    run(async () => {
      const { url } = await call(live.keyloginEnter, { params: { id }, body: { token, name: wanted } })
      location.assign(url)
    })
  if (visit.isPending) return <LoadingState shape="spinner" />
  if (!visit.data) return <Refused error={visit.error} onRetry={() => void visit.refetch()} />
  if (where === 'inside') {
    const leave = () => {
      setWhere('left')
      void visit.refetch()
    }
    return <RoomScreen roomId={id} guestToken={token} onLeave={leave} />
  }
  const { subject, coverPath, hostName, startTime, status, entry } = visit.data
  const enterText = t(where === 'left' ? 'keylogin.again' : 'keylogin.enter')
  return (
    <>
      <LiveCover subject={subject} path={coverPath} />
      <h1 tabIndex={-1}>{subject}</h1>
      <p className="sy-faint">
        {hostName} · <DateText value={startTime} />
      </p>
      {status === 1 && <Countdown startTime={startTime} />}
      <p>{t(where === 'left' ? 'keylogin.left' : 'keylogin.hint')}</p>
      {entry === 'room' ? (
        <button type="button" className="sy-button sy-button-large" onClick={() => setWhere('inside')}>
          {enterText}
        </button>
      ) : (
        <PlainForm onSubmit={({ name = '' }) => void enter(name)}>
          <PlainField
            name="name"
            label={t('keylogin.name')}
            required={t('keylogin.nameNeeded')}
            check={(text) =>
              [...text].length > nameLengthMax ? t('keylogin.nameLong', { max: nameLengthMax }) : undefined
            }
            autoComplete="name"
            autoFocus
          />
          <PlainSubmit busy={busy}>{enterText}</PlainSubmit>
        </PlainForm>
      )}
      {signedIn ? (
        <Link to={livePaths.detail(id)}>{t('stage.toDetail')}</Link>
      ) : (
        <Link to={signInPath(livePaths.detail(id))}>{t('keylogin.member')}</Link>
      )}
    </>
  )
}

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('live')
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (error instanceof CallError && error.kind === 'refused')
      void errorText(error.errorCode ?? 'default').then(setText)
    else setText(textOf('kit', 'http.500'))
  }, [error])
  if (text === undefined) return null
  const isRefused = error instanceof CallError && error.kind === 'refused'
  return <ErrorState page title={text} description={t('keylogin.noTokenHint')} {...(!isRefused && { onRetry })} />
}
