import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { ErasureDialog } from './ErasureDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ErasureTable, ExportTable } from './tables.tsx'

const PANEL = 'privacy-panel'

/** Exports and erasures that an administrator runs on request of members. */
export default function PrivacyPage() {
  const t = useText('privacy')
  const [tab, setTab] = useState<'exports' | 'erasures'>('exports')
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <PageHeader
        title={t('manage.title')}
        description={t('manage.description')}
        actions={
          <Button
            type="primary"
            danger={tab === 'erasures'}
            icon={<Icon name={tab === 'exports' ? 'download' : 'delete'} size={16} />}
            onClick={() => setAsking(true)}
          >
            {t(tab === 'exports' ? 'manage.newExport' : 'manage.newErasure')}
          </Button>
        }
      />
      <TabBar
        label={t('manage.title')}
        tabs={[
          { key: 'exports', title: t('manage.exports') },
          { key: 'erasures', title: t('manage.erasures') },
        ]}
        active={tab}
        onChange={setTab}
        panelId={PANEL}
      />
      <div id={PANEL} style={{ paddingTop: 16 }} role="tabpanel" aria-label={t(`manage.${tab}`)}>
        {tab === 'exports' ? <ExportTable /> : <ErasureTable />}
      </div>
      {asking && (tab === 'exports' ? <ExportDialog onClose={close} /> : <ErasureDialog onClose={close} />)}
    </>
  )
}
