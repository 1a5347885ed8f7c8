import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { packages } from '#modules/learning/packages/contract.ts'
import { ShortestTime } from '#modules/learning/packages/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'

const askEveryMs = 3000

/** How far the package is, and why it could not be prepared. */
export default function PackageState({ id }: { id: string }) {
  const t = useText('courses')
  const packageText = useText('packages')
  const found = useQuery({
    ...q(packages.getPackage, { params: { id } }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? askEveryMs : false),
  })
  if (!found.data) return null
  const { state, title, reasons, kind, unitCount } = found.data
  const type = { preparing: 'info', ready: 'success', failed: 'error' } as const
  const facts = state === 'ready' ? t('authoring.packageFacts', { kind: kind ?? '', count: unitCount }) : undefined
  const why = reasons.map(({ code, detail }) => packageText(`reason.${code}`, { detail })).join(' ')
  return (
    <Alert
      type={type[state]}
      showIcon
      role="status"
      title={t(`authoring.packageState.${state}`, { title })}
      description={state === 'failed' ? why : facts}
      action={
        state === 'ready' && (
          <span className="sy-note">
            {packageText('time.title')} <ShortestTime item={found.data} />
          </span>
        )
      }
    />
  )
}
