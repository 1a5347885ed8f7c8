import '../parts/classes.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import { useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import { CLASS_CHANGED } from '../../contract/codes.ts'
import { classes } from '../../contract.ts'
import { DiaryPart } from '../parts/space/DiaryPart.tsx'
import { PhotosPart } from '../parts/space/PhotosPart.tsx'
import { classPaths } from '../paths.ts'
import ClassTabs from './ClassTabs.tsx'
import { BadgesTab } from './workspace/BadgesTab.tsx'
import { GroupsTab } from './workspace/GroupsTab.tsx'
import { SeatingTab } from './workspace/SeatingTab.tsx'

/** How a class sits and works together, for those who run it. */
export default function WorkspacePage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const one = useQuery(q(classes.editedClass, { params: { id } }, { quiet: true }))
  const [address] = useSearchParams()
  const reported = useQuery(
    q(classes.classPhotos, { params: { id }, query: { page: 1, pageSize: 1, reported: true } }, { quiet: true }),
  )
  const editor = useRevisionEditor(q(classes.workspace, { params: { id } }), CLASS_CHANGED)
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('workspace.title')}
        back={<Link to={classPaths.managed}>{t('managing.title')}</Link>}
        description={<SavingNote saving={editor.saving} />}
        actions={
          <Link className="sy-button sy-button-plain sy-button-small" to={classPaths.one(id)}>
            <Icon name="eye" size={16} />
            {t('managing.open')}
          </Link>
        }
      />
      <ClassTabs classId={id} active="/admin/classes/:id/workspace" />
      <div id="class-panel" role="tabpanel" aria-label={t('workspace.title')} className="sy-tab-panel">
        <EditedPage id={id} editor={editor}>
          {(plan, load) => {
            const tab = { classId: id, title: one.data?.name ?? '', plan, editor, load }
            const { isClosed } = plan
            // The plans of a closed class are on its page, where its participants see them.
            const plans = isClosed
              ? []
              : [
                  { key: 'groups', title: t('groups.title'), children: <GroupsTab {...tab} /> },
                  { key: 'seats', title: t('seats.title'), children: <SeatingTab {...tab} /> },
                ]
            return (
              <TabView
                label={t('workspace.title')}
                initial={address.get('tab')}
                tabs={[
                  ...plans,
                  { key: 'badges', title: t('badges.title'), children: <BadgesTab classId={id} plan={plan} /> },
                  { key: 'diary', title: t('diary.title'), children: <DiaryPart classId={id} isWritten={!isClosed} /> },
                  {
                    key: 'photos',
                    title: t('photos.reports'),
                    ...(reported.data && reported.data.recordCount > 0 && { count: reported.data.recordCount }),
                    children: <PhotosPart classId={id} isClosed={isClosed} reported />,
                  },
                ]}
              />
            )
          }}
        </EditedPage>
      </div>
    </>
  )
}
