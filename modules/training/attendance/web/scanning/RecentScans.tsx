import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Scannable } from '../../contract/scanning.ts'
import { clockText } from '../parts/times.ts'
import type { ShownScan } from './use-scanner.ts'

/** What the server says outweighs what the device thought. */
function useResult({ local, direction, answer }: ShownScan): { readonly text: string; readonly isGood: boolean } {
  const t = useText('attendance')
  const out = direction === 'out' ? 'Out' : ''
  const result = answer === undefined || answer.result === 'taken' || answer.result === 'known' ? local : answer.result
  const key = result === 'ok' || result === 'already' ? `${result}${out}` : result
  return { text: t(`scanner.result.${key}`), isGood: result === 'ok' }
}

/** The scan of the moment, in large. */
export function LastScan({ scan, member }: { scan: ShownScan | undefined; member: Scannable | undefined }) {
  const t = useText('attendance')
  return (
    <div className="at-last-holder" role="status">
      {scan ? (
        <Shown key={scan.id} scan={scan} member={member} />
      ) : (
        <p className="at-last sy-faint">{t('scanner.noneYet')}</p>
      )}
    </div>
  )
}

function Shown({ scan, member }: { scan: ShownScan; member: Scannable | undefined }) {
  const { text, isGood } = useResult(scan)
  return (
    <div className="at-last" data-good={isGood}>
      {member ? <Avatar name={member.fullName} path={member.avatarPath} size={48} /> : <Icon name="qr" size={40} />}
      <p>
        <b>{member?.fullName ?? text}</b>
        <small>
          {member ? text : ''} <time className="sy-number">{clockText(scan.at)}</time>
        </small>
      </p>
      <Icon name={isGood ? 'check' : 'alert'} size={32} />
    </div>
  )
}

interface RecentProps {
  readonly shown: readonly ShownScan[]
  readonly members: ReadonlyMap<string, Scannable>
}

export function RecentScans({ shown, members }: RecentProps) {
  const t = useText('attendance')
  if (shown.length === 0) return null
  return (
    <section className="at-recent" aria-label={t('scanner.recent')}>
      <h2>{t('scanner.recent')}</h2>
      <ul>
        {shown.map((scan) => (
          <Row key={scan.id} scan={scan} member={members.get(scan.memberId)} />
        ))}
      </ul>
    </section>
  )
}

function Row({ scan, member }: { scan: ShownScan; member: Scannable | undefined }) {
  const t = useText('attendance')
  const { text, isGood } = useResult(scan)
  const { answer, local } = scan
  return (
    <li data-good={isGood}>
      <time className="sy-number">{clockText(scan.at)}</time>
      <span>
        {member?.fullName ?? '—'} <small>{text}</small>
        {answer && answer.flags.length > 0 && (
          <small className="at-recent-flags">
            {t('scanner.flagged', { flags: answer.flags.map((flag) => t(`flags.${flag}`)).join(' · ') })}
          </small>
        )}
      </span>
      {local === 'ok' && <small>{t(answer ? 'scanner.sent' : 'scanner.waiting')}</small>}
    </li>
  )
}
