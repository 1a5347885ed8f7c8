import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import { LECTURER_CHANGED } from '../../contract/codes.ts'
import type { OwnLecturer } from '../../contract/own.ts'
import { lecturers } from '../../contract.ts'
import { AvailabilityEditor } from '../parts/AvailabilityEditor.tsx'
import { EvaluationList } from '../parts/EvaluationList.tsx'
import { ProfileFields } from '../parts/ProfileFields.tsx'
import { SavedForm } from '../parts/SavedForm.tsx'
import { TeachingLog } from '../parts/TeachingLog.tsx'
import { lecturerPaths } from '../paths.ts'

/** What a lecturer writes and reads of the own teaching. */
export default function OwnTeachingPage() {
  const query = useQuery(q(lecturers.ownLecturer))
  return (
    <EditedPage id="own" editor={{ query }}>
      {(own, load) => <Own own={own} onReload={load} />}
    </EditedPage>
  )
}

function Own({ own, onReload }: { own: OwnLecturer; onReload: () => Promise<void> }) {
  const t = useText('lecturers')
  const { id, fullName, picturePath, revision, availability } = own
  const { subjects, introduction, pictureFileId } = own
  return (
    <>
      <PageHeader
        title={t('own.title')}
        description={t('own.description')}
        actions={id !== null && <Link to={lecturerPaths.one(id)}>{t('own.viewProfile')}</Link>}
      />
      {id === null && <p className="sy-callout">{t('own.unlisted')}</p>}
      <TabView
        label={t('own.title')}
        tabs={[
          {
            key: 'log',
            title: t('managing.pagesOf.log'),
            children: <TeachingLog log={(page) => q(lecturers.ownTeachingLog, { query: page }, { quiet: true })} />,
          },
          {
            key: 'evaluations',
            title: t('managing.pagesOf.evaluations'),
            children: <EvaluationList list={(query) => q(lecturers.ownEvaluations, { query }, { quiet: true })} />,
          },
          {
            key: 'availability',
            title: t('managing.pagesOf.availability'),
            children: (
              <AvailabilityEditor
                availability={availability}
                save={(body) => call(lecturers.changeOwnAvailability, { body: { ...body, revision } })}
              />
            ),
          },
          {
            key: 'entry',
            title: t('managing.pagesOf.entry'),
            children: (
              <SavedForm
                values={{ subjects, introduction, pictureFileId }}
                save={(values) =>
                  call(lecturers.changeOwnProfile, { body: { ...values, revision } }, { handles: [LECTURER_CHANGED] })
                }
                onReload={onReload}
              >
                <ProfileFields name={fullName} picturePath={picturePath} />
              </SavedForm>
            ),
          },
        ]}
      />
    </>
  )
}
