import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** What `GET /health` says of the database; `ok` where something else keeps the server from answering. */
const databaseStates = ['ok', 'full', 'silent', 'absent'] as const
type DatabaseState = (typeof databaseStates)[number]

const LOOK_AGAIN_MS = 3000

async function readHealth(): Promise<DatabaseState | 'unknown'> {
  const response = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
  const answer = (await response?.json().catch(() => undefined)) as { database?: DatabaseState } | undefined
  if (!answer) return 'unknown'
  return databaseStates.find((state) => state === answer.database) ?? 'ok'
}

/** In place of the checks, which the server can't make or can't show: what it knows of itself without its database. */
export function Outage() {
  const t = useText('operations')
  const health = useQuery({
    queryKey: ['health'],
    queryFn: readHealth,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const state = health.data
  if (state === undefined) return null
  const isDatabase = state !== 'ok' && state !== 'unknown'
  return (
    <>
      <div className="status-summary status-down" role="status">
        <Icon name="alert" size={22} />
        <strong>{t('status.outage.title')}</strong>
        <span className="sy-faint">{t('status.outage.hint')}</span>
      </div>
      <div className="status-parts">
        <section
          className="sy-card status-part status-down"
          aria-label={t(isDatabase ? 'status.outage.database' : 'status.outage.server')}
        >
          <header>
            <h2>{t(isDatabase ? 'status.outage.database' : 'status.outage.server')}</h2>
            <Tag color="error">{t('status.state.down')}</Tag>
          </header>
          <p className="status-advice">
            <Icon name="alert" size={16} label={t('status.advice')} />
            <span>{t(`status.outage.${state}`)}</span>
          </p>
        </section>
      </div>
    </>
  )
}
