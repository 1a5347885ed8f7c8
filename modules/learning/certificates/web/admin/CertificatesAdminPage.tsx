import '../parts/certificates.css'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { CompliancePanel } from './CompliancePanel.tsx'
import { GrantModal } from './GrantModal.tsx'
import { IssuedPanel } from './IssuedPanel.tsx'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import { TemplatesPanel } from './TemplatesPanel.tsx'

const tabs = ['templates', 'issued', 'compliance'] as const
type Tab = (typeof tabs)[number]

/** Templates, and every certificate that was given. */
export default function CertificatesAdminPage() {
  const t = useText('certificates')
  const panelId = useId()
  const [place, setPlace] = useSearchParams()
  const tab = tabs.find((key) => key === place.get('tab')) ?? 'templates'
  const setTab = (key: Tab) => setPlace({ tab: key }, { replace: true })
  const [creating, setCreating] = useState(false)
  const [granting, setGranting] = useState(false)
  return (
    <>
      <PageHeader
        title={t('admin.title')}
        description={t('admin.description')}
        actions={
          <>
            <Button icon={<Icon name="medal" size={16} />} onClick={() => setGranting(true)}>
              {t('admin.grant')}
            </Button>
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
              {t('admin.create')}
            </Button>
          </>
        }
      />
      <TabBar
        label={t('admin.kinds')}
        tabs={tabs.map((key) => ({ key, title: t(`admin.${key}`) }))}
        active={tab}
        onChange={setTab}
        panelId={panelId}
      />
      <section id={panelId} className="ce-panel" role="tabpanel" aria-label={t(`admin.${tab}`)}>
        {tab === 'templates' && <TemplatesPanel />}
        {tab === 'issued' && <IssuedPanel />}
        {tab === 'compliance' && <CompliancePanel />}
      </section>
      {creating && <TemplateDrawer onClose={() => setCreating(false)} />}
      {granting && <GrantModal onClose={() => setGranting(false)} />}
    </>
  )
}
