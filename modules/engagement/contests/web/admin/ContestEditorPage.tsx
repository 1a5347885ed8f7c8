import '../parts/contests.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { AuthoredForm } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { CONTEST_CHANGED } from '../../contract/codes.ts'
import { type ContestInput, contestFields } from '../../contract/fields.ts'
import type { EditedContest } from '../../contract/managing.ts'
import { contests } from '../../contract.ts'
import { ContestTag } from '../parts/ContestTag.tsx'
import { contestPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { BasicFields } from './BasicFields.tsx'
import { ContestTabs } from './ContestTabs.tsx'
import { AwardFields, GroupFields, RoundFields, RubricFields } from './PartFields.tsx'

/** The settings of a contest. */
export default function ContestEditorPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(contests.editedContest, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(one, load) => <Editor one={one} onReload={load} />}
    </EditedPage>
  )
}

const valuesOf = (one: EditedContest) =>
  Object.fromEntries(Object.keys(contestFields).map((key) => [key, one[key as keyof ContestInput]])) as ContestInput

function Editor({ one, onReload }: { one: EditedContest; onReload: () => Promise<void> }) {
  const t = useText('contests')
  const { id, revision } = one
  return (
    <AuthoredForm<ContestInput>
      item={one}
      list={{ title: t('managing.title'), path: contestPaths.managed }}
      facts={one.status !== 'draft' && <ContestTag state={one.state} />}
      links={
        one.status === 'on-shelf' && (
          <Link className="sy-button sy-button-plain sy-button-small" to={contestPaths.one(id)}>
            {t('managing.open')}
          </Link>
        )
      }
      more={one.status === 'on-shelf' && <Recommend one={one} onDone={onReload} />}
      calls={authorCalls(one)}
      onReload={onReload}
      values={valuesOf(one)}
      save={(values) =>
        call(contests.changeContest, { params: { id }, body: { ...values, revision } }, { handles: [CONTEST_CHANGED] })
      }
      changedCode={CONTEST_CHANGED}
      tabs={
        <div className="sy-column sy-gap-4 co-tabs">
          <ContestTabs contestId={id} active="settings" />
          {one.resultsAt !== null && <p className="sy-callout">{t('managing.published')}</p>}
        </div>
      }
    >
      <div id="contest-panel" role="tabpanel" aria-label={t('managing.tabs.settings')}>
        <BasicFields />
        <RoundFields />
        <GroupFields />
        <RubricFields />
        <AwardFields certificates={one.certificates} />
      </div>
    </AuthoredForm>
  )
}

function Recommend({ one, onDone }: { one: EditedContest; onDone: () => Promise<void> }) {
  const t = useText('contests')
  const { busy, run } = useAction()
  const isRecommended = !one.isRecommended
  const change = () =>
    run(
      async () => {
        await call(contests.recommendContest, { params: { id: one.id }, body: { isRecommended } })
        await onDone()
      },
      { done: t(isRecommended ? 'managing.isRecommended' : 'managing.notRecommended') },
    )
  return (
    <Button loading={busy} onClick={() => void change()}>
      {t(isRecommended ? 'managing.recommend' : 'managing.unrecommend')}
    </Button>
  )
}
