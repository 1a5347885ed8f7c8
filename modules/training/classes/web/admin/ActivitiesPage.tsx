import '../parts/classes.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Input } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { StoredIds } from '#web/ui/stored-ids.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { type RevisionEditor, useRevisionEditor, useSoon } from '#web/ui/use-revision-editor.ts'
import { withMoved } from '#web/ui/with-moved.ts'
import {
  type ActivityInput,
  type ActivityKind,
  activitiesMax,
  activityInputOf,
  activityKinds,
  type EditedActivity,
  phasesMax,
} from '../../contract/activities.ts'
import { CLASS_CHANGED } from '../../contract/codes.ts'
import { classes, businessType as classType } from '../../contract.ts'
import { activityIcons, ClassOutline } from '../parts/ClassOutline.tsx'
import { classPaths } from '../paths.ts'
import { ActivityEditor, isComplete } from './activities/ActivityEditor.tsx'
import ClassTabs from './ClassTabs.tsx'

interface Outline {
  readonly phases: readonly { readonly title: string }[]
  readonly activities: readonly EditedActivity[]
  readonly revision: number
}

/** What a class consists of. Everything is saved as it is changed. */
export default function ActivitiesPage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const one = useQuery(q(classes.editedClass, { params: { id } }, { quiet: true }))
  const editor = useRevisionEditor(q(classes.editedActivities, { params: { id } }), CLASS_CHANGED)
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('managing.tabs.activities')}
        back={<Link to={classPaths.managed}>{t('managing.title')}</Link>}
        description={<SavingNote saving={editor.saving} />}
        actions={
          <Link className="sy-button sy-button-plain sy-button-small" to={classPaths.one(id)}>
            <Icon name="eye" size={16} />
            {t('managing.open')}
          </Link>
        }
      />
      <ClassTabs classId={id} active="/admin/classes/:id/activities" />
      {one.data?.state === 7 ? (
        <ClosedOutline classId={id} />
      ) : (
        <EditedPage id={id} editor={editor}>
          {(outline) => <ActivitiesEditor classId={id} outline={outline} editor={editor} />}
        </EditedPage>
      )}
    </>
  )
}

/** What the class consisted of. Nothing of it is changed any more (TRAINING-016). */
function ClosedOutline({ classId }: { classId: string }) {
  const t = useText('classes')
  return (
    <div id="class-panel" role="tabpanel" aria-label={t('managing.tabs.activities')}>
      <p className="sy-callout">{t('ending.closedNote')}</p>
      <ClassOutline classId={classId} />
    </div>
  )
}

function inputOf(activity: EditedActivity, storedIds: StoredIds): ActivityInput {
  const { id: _drawn, ...rest } = activityInputOf(activity)
  return { ...rest, ...storedIds.inputOf(activity) }
}

let made = 0
const emptyActivity = (kind: ActivityKind, phase: number): EditedActivity => {
  made += 1
  return {
    ...{ id: `new ${made}`, kind, phase, isRequired: kind !== 'notice', opensAt: null, dueAt: null, name: '' },
    ...{ businessType: null, businessId: null, title: '', text: '', url: '', venue: '', startsAt: null, endsAt: null },
    ...{ roomId: null, lecturerIds: [], fileIds: [] },
    ...{ isAvailable: true, files: [], roomName: '' },
  }
}

interface EditorProps {
  readonly classId: string
  readonly outline: Outline
  readonly editor: RevisionEditor
}

function ActivitiesEditor({ classId, outline, editor }: EditorProps) {
  const t = useText('classes')
  const [phases, setPhases] = useState(outline.phases)
  const [activities, setActivities] = useState(outline.activities)
  const [picking, setPicking] = useState<number>()
  const removal = useRemoval()
  const [storedIds] = useState(() => new StoredIds(activities))
  const save = useSoon(editor, async (next: Omit<Outline, 'revision'>) => {
    // What is not written to the end is not saved before it is.
    if (!next.activities.every(isComplete)) return
    await editor.change(async (revision) => {
      // A change that waits in line names what the one before it has stored.
      const inputs = next.activities.map((one) => inputOf(one, storedIds))
      const body = { phases: [...next.phases], activities: inputs, revision }
      const params = { id: classId }
      const answer = await call(classes.changeActivities, { params, body }, { handles: [CLASS_CHANGED] })
      storedIds.keep(next.activities, answer.activityIds)
      return answer
    })
  })
  const remove = (gone: EditedActivity) => {
    const left = activities.filter((one) => one !== gone)
    setActivities(left)
    removal.remove({
      text: t('activities.removed', { name: gone.name || gone.title || t(`maps.activity.${gone.kind}`) }),
      undo: () => setActivities(activities),
      finish: () => save({ phases, activities: left }),
    })
  }
  const update = (nextActivities: readonly EditedActivity[], nextPhases = phases) => {
    removal.forget()
    setActivities(nextActivities)
    setPhases(nextPhases)
    save({ phases: nextPhases, activities: nextActivities })
  }
  const ofPhase = (at: number) => activities.filter((one) => one.phase === at)
  const withPhase = (at: number, own: readonly EditedActivity[]) =>
    phases.flatMap((_, index) => (index === at ? own : ofPhase(index)))
  const change = (id: string, part: Partial<EditedActivity>) =>
    update(activities.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const unfinished = activities.filter((one) => !isComplete(one)).length
  const isFull = activities.length >= activitiesMax
  const add = (kind: ActivityKind, at: number) =>
    kind === 'content' ? setPicking(at) : update(withPhase(at, [...ofPhase(at), emptyActivity(kind, at)]))
  return (
    <div id="class-panel" role="tabpanel" aria-label={t('managing.tabs.activities')} className="sy-column sy-gap-4">
      {activities.length === 0 && <EmptyState small title={t('outline.none')} description={t('activities.noneHint')} />}
      {unfinished > 0 && (
        <p className="sy-callout" role="status">
          {t('activities.unfinished', { count: unfinished })}
        </p>
      )}
      {phases.map((phase, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the list
        <section key={at} className="sy-card cl-section sy-column sy-gap-3">
          <div className="sy-row sy-gap-2">
            <Input
              className="cl-phase-title"
              aria-label={t('activities.phase', { number: at + 1 })}
              placeholder={t('activities.phaseHint', { number: at + 1 })}
              value={phase.title}
              maxLength={100}
              onChange={(event) =>
                update(
                  activities,
                  phases.map((one, index) => (index === at ? { title: event.target.value } : one)),
                )
              }
            />
            {phases.length > 1 && ofPhase(at).length === 0 && (
              <Button
                type="text"
                danger
                aria-label={t('activities.removePhase', { number: at + 1 })}
                icon={<Icon name="delete" size={18} />}
                onClick={() =>
                  update(
                    activities.map((one) => (one.phase > at ? { ...one, phase: one.phase - 1 } : one)),
                    phases.filter((_, index) => index !== at),
                  )
                }
              />
            )}
          </div>
          <SortableList
            className="sy-plain-list sy-column sy-gap-2"
            itemClassName="sy-box cl-edit-activity"
            items={ofPhase(at)}
            keyOf={({ id }) => id}
            nameOf={({ name, title }) => name || title}
            onMove={(from, to) => void update(withPhase(at, withMoved(ofPhase(at), from, to)))}
            onRemove={(index) => {
              const gone = ofPhase(at)[index]
              if (gone) remove(gone)
            }}
          >
            {(activity, _, moves) => (
              <ActivityEditor
                activity={activity}
                storedId={storedIds.of(activity)}
                phases={phases}
                moves={moves}
                onChange={(part) => change(activity.id, part)}
              />
            )}
          </SortableList>
          <span>
            <Dropdown
              disabled={isFull}
              trigger={['click']}
              menu={{
                items: activityKinds.map((kind) => ({
                  key: kind,
                  icon: <Icon name={activityIcons[kind]} size={16} />,
                  label: t(`activities.add.${kind}`),
                })),
                onClick: ({ key }) => add(key as ActivityKind, at),
              }}
            >
              <Button type="dashed" icon={<Icon name="plus" size={16} />}>
                {t('activities.addAny')}
              </Button>
            </Dropdown>
          </span>
        </section>
      ))}
      {isFull && <p className="sy-note">{t('activities.full', { most: activitiesMax })}</p>}
      <span>
        <Button
          icon={<Icon name="plus" size={16} />}
          disabled={phases.length >= phasesMax}
          onClick={() =>
            update(activities, [...phases, { title: t('activities.newPhase', { number: phases.length + 1 }) }])
          }
        >
          {t('activities.addPhase')}
        </Button>
      </span>
      <UndoBar text={removal.text} onUndo={removal.undo} onEnd={removal.finish} />
      {picking !== undefined && (
        <ContentPicker
          title={t('activities.add.content')}
          without={[classType]}
          taken={activities.flatMap(({ businessType, businessId }) =>
            businessType === null || businessId === null ? [] : [{ businessType, businessId }],
          )}
          max={activitiesMax - activities.length}
          onClose={() => setPicking(undefined)}
          onPick={(choices) => {
            const added = choices.map(({ businessType, businessId, name }) => ({
              ...emptyActivity('content', picking),
              ...{ businessType, businessId, name },
            }))
            update(withPhase(picking, [...ofPhase(picking), ...added]))
          }}
        />
      )}
    </div>
  )
}
