import '../parts/lecturers.css'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import type { EditedLecturer } from '../../contract/managing.ts'
import { lecturers } from '../../contract.ts'
import { AvailabilityEditor } from '../parts/AvailabilityEditor.tsx'
import { LecturerTags } from '../parts/LecturerTags.tsx'
import { TeachingLog } from '../parts/TeachingLog.tsx'
import { lecturerPaths } from '../paths.ts'
import { EnableButton } from './EnableButton.tsx'
import { EntryForm } from './EntryForm.tsx'
import { ManagedEvaluations } from './ManagedEvaluations.tsx'

/** A lecturer with fee, contract, availability and teaching log. */
export default function EditedLecturerPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(lecturers.editedLecturer, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(one, load) => <Editor one={one} onReload={load} />}
    </EditedPage>
  )
}

function Editor({ one, onReload }: { one: EditedLecturer; onReload: () => Promise<void> }) {
  const t = useText('lecturers')
  const navigate = useNavigate()
  const { user } = useSession()
  const { id, revision, fullName, kind, level, isEnabled, totals } = one
  const params = { id }
  const isOwn = one.memberId !== null && one.memberId === user?.id
  const remove = async () => {
    await call(lecturers.deleteLecturer, { params })
    notify('success', t('managing.deleted'))
    await navigate(lecturerPaths.managed)
  }
  return (
    <>
      <PageHeader
        title={fullName}
        back={<Link to={lecturerPaths.managed}>{t('managing.title')}</Link>}
        description={
          <span className="sy-row sy-wrap sy-gap-2">
            <LecturerTags kind={kind} level={level} />
            {!isEnabled && <Tag color="error">{t('managing.disabled')}</Tag>}
            {one.organization.name}
          </span>
        }
        actions={
          <>
            <EnableButton one={one} />
            {!isOwn && totals.upcoming + totals.sessionsTaught === 0 && (
              <ConfirmButton
                danger
                question={t('managing.deleteQuestion')}
                consequence={t('managing.deleteConsequence')}
                confirmText={t('managing.delete')}
                onConfirm={remove}
              >
                {t('managing.delete')}
              </ConfirmButton>
            )}
          </>
        }
      />
      {isOwn && <p className="sy-callout le-section">{t('managing.ownNote')}</p>}
      <TabView
        label={t('managing.pages')}
        tabs={[
          {
            key: 'entry',
            title: t('managing.pagesOf.entry'),
            children: <EntryForm one={one} disabled={isOwn} onReload={onReload} />,
          },
          {
            key: 'availability',
            title: t('managing.pagesOf.availability'),
            children: (
              <AvailabilityEditor
                availability={one.availability}
                save={(body) => call(lecturers.changeAvailability, { params, body: { ...body, revision } })}
              />
            ),
          },
          {
            key: 'log',
            title: t('managing.pagesOf.log'),
            children: <TeachingLog log={(query) => q(lecturers.teachingLog, { params, query }, { quiet: true })} />,
          },
          {
            key: 'evaluations',
            title: t('managing.pagesOf.evaluations'),
            children: <ManagedEvaluations lecturerId={id} isOwn={isOwn} />,
          },
        ]}
      />
    </>
  )
}
