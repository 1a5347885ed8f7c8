import '../paths.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useCallback, useState } from 'react'
import { Link, useParams } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { Published, StatusTags } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import type { EditedPath } from '../../contract/authoring.ts'
import { businessType } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { sizeText } from '../size.ts'
import { BasicTab } from './BasicTab.tsx'
import { LearnersTab } from './LearnersTab.tsx'
import { OutlineTab } from './OutlineTab.tsx'
import { RulesTab } from './RulesTab.tsx'
import { SimulationTab } from './SimulationTab.tsx'

const tabs = ['outline', 'rules', 'simulation', 'learners', 'basic'] as const
type Tab = (typeof tabs)[number]

/** Why publishing would be refused; the other hints are advice. */
const blocking = ['nothing-required', 'empty-chapter'] as const

/** A learning path for its authors. */
export default function PathEditorPage() {
  const { id = '' } = useParams()
  const found = useQuery(q(paths.managedPath, { params: { id } }, { cache: 0 }))
  if (found.isPending) return <LoadingState rows={8} />
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return <Opened key={id} path={found.data} reload={() => void found.refetch()} />
}

/** The path that the tabs are filled in from: while something is not saved, a newer answer must not take it away. */
function useEdited(newest: EditedPath, reload: () => void) {
  const [base, setBase] = useState(newest)
  const [discarded, setDiscarded] = useState(0)
  const [count, setCount] = useState(0)
  if (count === 0 && newest !== base && newest.revision >= base.revision) setBase(newest)
  const onDiscard = () => {
    setBase(newest)
    setDiscarded((before) => before + 1)
    reload()
  }
  const onCount = useCallback((unsaved: number) => setCount(unsaved), [])
  return {
    isChanged: count > 0,
    form: { key: `${base.revision} ${discarded}`, props: { path: base, onCount, onSaved: setBase, onDiscard } },
  }
}

function Opened({ path, reload }: { path: EditedPath; reload: () => void }) {
  const t = useText('paths')
  const [tab, setTab] = useState<Tab>('outline')
  const { isChanged, form } = useEdited(path, reload)
  const guard = useLeaveGuard(isChanged)
  return (
    <>
      <PageHeader
        title={
          <>
            {path.name} <StatusTags status={path.status} />
          </>
        }
        description={sizeText(t, path)}
        back={<Link to={pathAddresses.managed}>{t('manage.title')}</Link>}
        actions={<ShelfActions path={path} isChanged={isChanged} />}
      />
      <Hints path={path} />
      <TabBar
        label={t('edit.tabs')}
        tabs={tabs.map((key) => ({ key, title: t(`edit.tab.${key}`) }))}
        active={tab}
        panelId="path-panel"
        onChange={(next) => guard.leave(() => setTab(next))}
      />
      <div id="path-panel" role="tabpanel" aria-label={t(`edit.tab.${tab}`)}>
        {tab === 'outline' && <OutlineTab key={form.key} {...form.props} />}
        {tab === 'rules' && <RulesTab key={form.key} {...form.props} />}
        {tab === 'simulation' && <SimulationTab path={path} />}
        {tab === 'learners' && <LearnersTab path={path} />}
        {tab === 'basic' && (
          <>
            <BasicTab key={form.key} {...form.props} />
            <div className="lp-edit-price">
              <PriceCard businessType={businessType} itemId={path.id} opensParts />
            </div>
          </>
        )}
      </div>
      {guard.holder}
    </>
  )
}

/** Published is what is saved: with changes on the screen there is nothing to press. */
function ShelfActions({ path, isChanged }: { path: EditedPath; isChanged: boolean }) {
  const t = useText('paths')
  const { busy, run } = useAction()
  const params = { id: path.id }
  const [isPublished, setPublished] = useState(false)
  const isBlocked = blocking.some((hint) => path.hints.includes(hint))
  const publish = () => run(() => call(paths.publishPath, { params }), { close: () => setPublished(true) })
  return (
    <>
      <Link className="sy-button sy-button-plain sy-button-small" to={pathAddresses.path(path.id)}>
        {t('edit.look')}
      </Link>
      {path.actions.includes('take-off-shelf') && (
        <ConfirmButton
          question={t('edit.takeOffAsk')}
          consequence={t('edit.takeOffHint')}
          onConfirm={() => call(paths.takePathOffShelf, { params })}
        >
          {t('edit.takeOff')}
        </ConfirmButton>
      )}
      {path.actions.includes('publish') && (
        <Button
          type="primary"
          loading={busy}
          disabled={isBlocked || isChanged}
          title={isChanged ? t('edit.saveFirst') : undefined}
          onClick={() => void publish()}
        >
          {t('edit.publish')}
        </Button>
      )}
      {isPublished && (
        <Published
          item={{
            ...{ id: path.id, type: businessType, title: path.name, summary: path.summary },
            ...(path.coverUrl !== null && { picture: path.coverUrl }),
          }}
          outcome="published"
          onClose={() => setPublished(false)}
        />
      )}
    </>
  )
}

function Hints({ path }: { path: EditedPath }) {
  const t = useText('paths')
  if (path.hints.length === 0) return null
  const quoted = path.chapters
    .filter(({ sections }) => sections.length === 0)
    .map(({ title }) => t('lock.quoted', { name: title }))
  const titles = quoted.join(t('lock.and'))
  return (
    <Alert
      className="lp-hints"
      type="warning"
      showIcon
      title={
        <ul>
          {path.hints.map((hint) => (
            <li key={hint}>{t(`edit.hints.${hint}`, { titles })}</li>
          ))}
        </ul>
      }
    />
  )
}
