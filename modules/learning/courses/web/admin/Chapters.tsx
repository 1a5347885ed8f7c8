import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import type { SectionKind } from '../../contract/wire.ts'
import { courses } from '../../contract.ts'
import { ChapterCard } from './ChapterCard.tsx'
import { Imports } from './import/Imports.tsx'
import { ManySections } from './ManySections.tsx'
import { moveChapter, moveSection, type Order, orderOf, sameOrder, stepChapter, stepSection } from './order.ts'
import { SectionDrawer } from './SectionDrawer.tsx'
import { type EditedSection, SectionRow } from './SectionRow.tsx'
import { useConversions } from './use-conversions.ts'
import type { Editor } from './use-editor.ts'
import type { Removals } from './use-removals.ts'

const handled = { handles: [COURSE_CHANGED] }

/** Chapters fall on chapters, sections on sections or into a chapter. */
const fitting: CollisionDetection = (args) => {
  const isChapter = args.active.data.current?.type === 'chapter'
  const droppableContainers = args.droppableContainers.filter(
    ({ data }) => (data.current?.type === 'chapter') === isChapter,
  )
  return closestCenter({ ...args, droppableContainers })
}

const targetOf = ({ id, data }: NonNullable<DragOverEvent['over']>) => String(data.current?.chapterId ?? id)

interface SectionPart {
  readonly title?: string
  readonly isRequired?: 0 | 1
}

/** A change names the content as well; a text or an activity is not in the outline and is asked for. */
async function saveSection(courseId: string, section: EditedSection, part: SectionPart, revision: number) {
  const { id, title, isRequired, fileId, url, packageId } = section
  const params = { id: courseId, sectionId: id }
  const isWhole = fileId !== null || url !== null || packageId !== null
  const full = isWhole ? undefined : await call(courses.authoredSection, { params }, { cache: 0 })
  const content = {
    fileId: fileId ?? undefined,
    url: url ?? undefined,
    packageId: packageId ?? undefined,
    text: full?.text ?? undefined,
    activityId: full?.activity?.id,
  }
  return call(courses.changeSection, { params, body: { title, isRequired, ...part, ...content, revision } }, handled)
}

interface Editing {
  readonly chapterId: string
  readonly kind: SectionKind
  readonly sectionId?: string
}

/** The outline of a course: chapters and sections, moved by hand or by keyboard. */
export function Chapters({ editor, removals }: { editor: Editor; removals: Removals }) {
  const t = useText('courses')
  const { course, change } = editor
  const saved = useMemo(() => orderOf(course.chapters), [course.chapters])
  /** The order on its way: shown until the server has it. */
  const [moved, setMoved] = useState<Order>()
  const [editing, setEditing] = useState<Editing>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
  const order = moved ?? saved
  /** Without the sections that are leaving. */
  const shown = order.map(({ id, sectionIds }) => ({
    id,
    sectionIds: sectionIds.filter((sectionId) => !removals.gone.has(sectionId)),
  }))
  const stands = shown.flatMap(({ id, sectionIds }) => [id, ...sectionIds])
  const reorder = useReorder()
  const chapterById = new Map(course.chapters.map((chapter) => [chapter.id, chapter]))
  const sectionById = new Map(course.chapters.flatMap((chapter) => chapter.sections).map((each) => [each.id, each]))
  const conversions = useConversions(
    [...sectionById.values()].flatMap(({ kind, fileId }) => (fileId && kind !== 'audio' ? [fileId] : [])),
  )
  const params = { id: course.id }

  const over = ({ active, over: target }: DragOverEvent) => {
    if (!target || active.data.current?.type === 'chapter') return
    setMoved(moveSection(order, String(active.id), targetOf(target)))
  }
  const save = async (wanted: Order) => {
    if (sameOrder(wanted, saved)) return setMoved(undefined)
    setMoved(wanted)
    try {
      await removals.finish()
      const chapters = wanted.map(({ id, sectionIds }) => ({
        id,
        sectionIds: sectionIds.filter((sectionId) => !removals.gone.has(sectionId)),
      }))
      await change((revision) => call(courses.orderCourse, { params, body: { revision, chapters } }, handled))
    } catch {
      // The indicator says that it was not saved.
    } finally {
      setMoved(undefined)
    }
  }
  const drop = async ({ active, over: target }: DragEndEvent) => {
    const isChapter = active.data.current?.type === 'chapter'
    await save(isChapter && target ? moveChapter(order, String(active.id), String(target.id)) : order)
  }
  const addChapter = () => {
    const title = t('authoring.newChapter', { number: course.chapters.length + 1 })
    return change((revision) => call(courses.createChapter, { params, body: { title, revision } }, handled))
  }

  return (
    <>
      <Imports editor={editor}>
        <DndContext
          {...reorder}
          collisionDetection={fitting}
          onDragOver={over}
          onDragEnd={(event) => void drop(event)}
          onDragCancel={() => setMoved(undefined)}
        >
          <SortableContext items={order.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
            <ol className="co-edit-chapters">
              {shown.map(({ id, sectionIds }, index) => (
                <ChapterCard
                  key={id}
                  id={id}
                  title={chapterById.get(id)?.title ?? ''}
                  kinds={course.sectionKinds}
                  sectionIds={sectionIds}
                  isFirst={index === 0}
                  isLast={index === shown.length - 1}
                  onMove={(step) => void save(stepChapter(shown, id, step))}
                  onRename={(title) =>
                    change((revision) =>
                      call(
                        courses.changeChapter,
                        { params: { ...params, chapterId: id }, body: { title, revision } },
                        handled,
                      ),
                    )
                  }
                  onDelete={async () => {
                    // Sections of it that are leaving leave first: together with the chapter they would not be found.
                    await removals.finish()
                    return change((revision) =>
                      call(
                        courses.deleteChapter,
                        { params: { ...params, chapterId: id }, query: { revision } },
                        handled,
                      ),
                    )
                  }}
                  onAdd={(kind) => setEditing({ chapterId: id, kind })}
                  editor={editor}
                >
                  {sectionIds.map((sectionId) => {
                    const section = sectionById.get(sectionId)
                    if (!section) return null
                    const keep = (part: SectionPart) =>
                      change((revision) => saveSection(course.id, section, part, revision))
                    return (
                      <SectionRow
                        key={sectionId}
                        section={section}
                        conversion={section.fileId ? conversions.get(section.fileId) : undefined}
                        isFirst={sectionId === stands[1]}
                        isLast={sectionId === stands.at(-1)}
                        onMove={(step) => void save(stepSection(shown, sectionId, step))}
                        onRename={(title) => keep({ title })}
                        onRequire={(required) => keep({ isRequired: required ? 1 : 0 })}
                        onEdit={() => setEditing({ chapterId: id, kind: section.kind, sectionId })}
                        isChosen={chosen.has(sectionId)}
                        onChoose={(isChosen) => choose(sectionId, isChosen)}
                        onDelete={() =>
                          removals.remove({
                            ids: [sectionId],
                            said: t('authoring.deleted', { title: section.title }),
                          })
                        }
                      />
                    )
                  })}
                </ChapterCard>
              ))}
            </ol>
          </SortableContext>
        </DndContext>
        <Button
          block
          type="dashed"
          size="large"
          icon={<Icon name="plus" size={18} />}
          onClick={() => void addChapter().catch(() => undefined)}
        >
          {t('authoring.addChapter')}
        </Button>
      </Imports>
      <ManySections
        editor={editor}
        chosenIds={order
          .flatMap(({ sectionIds }) => sectionIds)
          .filter((id) => chosen.has(id) && !removals.gone.has(id))}
        removals={removals}
        onClear={() => setChosen(new Set())}
      />
      {editing && <SectionDrawer editor={editor} {...editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}
