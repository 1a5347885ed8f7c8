import { useQuery } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ReportQuery } from '../../contract/query.ts'
import { formats } from '../../contract/shapes.ts'
import { reports } from '../../contract.ts'
import { loadRun } from './ExportList.tsx'

const lookEveryMs = 1500

/** Has a file made of the whole report, says so meanwhile, and loads it down once it is there. */
export function ExportButton({ name, query }: { readonly name: string; readonly query: ReportQuery }) {
  const t = useText('reports')
  const { busy, run } = useAction()
  const [id, setId] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const { data } = useQuery({
    ...q(reports.runs, {}, { quiet: true }),
    enabled: id !== undefined,
    refetchInterval: lookEveryMs,
  })
  const found = data?.items.find((one) => one.id === id)
  useEffect(() => {
    if (!found || found.state === 'waiting') return
    setId(undefined)
    setFailed(found.state === 'failed')
    if (found.state === 'ready') void run(() => loadRun(found.id))
  }, [found, run])
  const isWaiting = busy || id !== undefined
  return (
    <span className="sy-row sy-gap-2 sy-wrap">
      <span role="status" className="sy-faint">
        {id !== undefined && t('exports.making')}
        {id === undefined && hasFailed && t('exports.failed')}
      </span>
      <Dropdown
        disabled={isWaiting}
        trigger={['click']}
        menu={{
          items: formats.map((format) => ({ key: format, label: t(`formats.${format}`) })),
          onClick: ({ key }) =>
            void run(async () => {
              setFailed(false)
              const format = formats.find((one) => one === key) ?? 'xlsx'
              setId((await call(reports.startRun, { body: { name, format, query } })).id)
            }),
        }}
      >
        <button type="button" className="sy-button" disabled={isWaiting}>
          <Icon name="download" size={16} /> {t('exports.export')}
        </button>
      </Dropdown>
    </span>
  )
}
