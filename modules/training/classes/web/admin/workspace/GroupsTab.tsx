import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type RevisionEditor, useSoon } from '#web/ui/use-revision-editor.ts'
import { CLASS_CHANGED } from '../../../contract/codes.ts'
import { groupNameLengthMax, groupsMax, type Workspace, type WorkspaceMember } from '../../../contract/workspace.ts'
import { classes } from '../../../contract.ts'
import { type EditedGroup, grouped } from '../../parts/plans.ts'
import { DropZone, MemberChip, Moving } from './moving.tsx'
import { StandingMembers } from './StandingMembers.tsx'
import { useUndo } from './use-undo.ts'

export interface PlanTabProps {
  readonly classId: string
  /** Of the class. */
  readonly title: string
  readonly plan: Workspace
  readonly editor: RevisionEditor
  /** Takes the newest in place of what is shown. */
  readonly load: () => Promise<void>
}

const nowhere = 'nowhere'
const shownMax = 100
const newIdStart = 'new '

/** The groups of a class: made by hand, or by lot. Everything is saved as it is changed. */
export function GroupsTab({ classId, plan, editor, load }: PlanTabProps) {
  const t = useText('classes')
  const { members } = plan
  const [groups, setGroups] = useState<readonly EditedGroup[]>(() =>
    plan.groups.map((group) => ({
      ...group,
      memberIds: members.filter(({ groupId }) => groupId === group.id).map(({ id }) => id),
    })),
  )
  const [chosen, setChosen] = useState<string>()
  const [isSplitting, setIsSplitting] = useState(false)
  const [said, setSaid] = useState('')
  const save = useSoon(editor, async (next: readonly EditedGroup[]) => {
    if (next.some(({ name }) => name.trim() === '')) return
    const written = next.map(({ id, name, memberIds }) => ({
      ...(!id.startsWith(newIdStart) && { id }),
      ...{ name, memberIds: [...memberIds] },
    }))
    await editor.change((revision) =>
      call(
        classes.changeGroups,
        { params: { id: classId }, body: { groups: written, revision } },
        { handles: [CLASS_CHANGED] },
      ),
    )
  })
  const write = (next: readonly EditedGroup[]) => {
    setGroups(next)
    save(next)
  }
  const history = useUndo(write)
  const update = (next: readonly EditedGroup[], typedInto?: string) => {
    history.note(groups, typedInto)
    write(next)
  }
  const names = new Map(members.map(({ id, fullName }) => [id, fullName]))
  const move = (memberId: string, place: string) => {
    setChosen(undefined)
    const group = groups.find(({ id }) => id === place)
    setSaid(t('groups.moved', { name: names.get(memberId) ?? '', group: group?.name ?? t('groups.nobody') }))
    update(grouped(groups, memberId, group?.id))
  }
  const choose = (memberId: string) => setChosen((before) => (before === memberId ? undefined : memberId))
  const inGroups = new Set(groups.flatMap(({ memberIds }) => memberIds))
  const standing: WorkspaceMember[] = members.filter(({ id }) => !inGroups.has(id))
  const add = () => {
    const number = groups.length + 1
    update([...groups, { id: `${newIdStart}${Date.now()}`, name: t('groups.number', { number }), memberIds: [] }])
  }
  return (
    <Moving onMove={move}>
      <div className="sy-column sy-gap-4">
        <span className="sy-row sy-wrap sy-gap-2">
          <Button icon={<Icon name="plus" size={16} />} disabled={groups.length >= groupsMax} onClick={add}>
            {t('groups.add')}
          </Button>
          <Button disabled={members.length === 0} onClick={() => setIsSplitting(true)}>
            {t('groups.split')}
          </Button>
          <Button
            icon={<Icon name="undo" size={16} />}
            disabled={!history.isPossible}
            onClick={() => {
              history.undo()
              setSaid(t('workspace.undone'))
            }}
          >
            {t('workspace.undo')}
          </Button>
        </span>
        {groups.length === 0 ? (
          <EmptyState small title={t('groups.none')} description={t('groups.noneHint')} />
        ) : (
          <p className="sy-note">{t('workspace.howTo')}</p>
        )}
        <p className="sy-visually-hidden" role="status">
          {said}
        </p>
        <StandingMembers id={nowhere} title={t('groups.nobody')} members={standing} chosen={chosen} onChoose={choose} />
        <div className="cl-groups">
          {groups.map((group) => (
            <DropZone key={group.id} id={group.id} label={group.name}>
              <span className="sy-row sy-gap-2">
                <Input
                  aria-label={t('groups.name')}
                  value={group.name}
                  maxLength={groupNameLengthMax}
                  status={group.name.trim() === '' ? 'error' : ''}
                  onChange={(event) =>
                    update(
                      groups.map((one) => (one === group ? { ...one, name: event.target.value } : one)),
                      group.id,
                    )
                  }
                />
                <span className="sy-faint">{group.memberIds.length}</span>
                <ConfirmButton
                  type="text"
                  danger
                  aria-label={t('groups.remove', { name: group.name })}
                  icon={<Icon name="delete" size={18} />}
                  question={t('groups.removeQuestion', { name: group.name })}
                  consequence={t('groups.removeConsequence')}
                  onConfirm={() => update(groups.filter(({ id }) => id !== group.id))}
                />
              </span>
              {chosen !== undefined && (
                <Button size="small" onClick={() => move(chosen, group.id)}>
                  {t('groups.put', { name: names.get(chosen) ?? '' })}
                </Button>
              )}
              <div className="cl-chips">
                {group.memberIds.slice(0, shownMax).map((id) => (
                  <MemberChip
                    key={id}
                    memberId={id}
                    name={names.get(id) ?? ''}
                    isChosen={id === chosen}
                    onChoose={() => choose(id)}
                  />
                ))}
              </div>
              {group.memberIds.length > shownMax && (
                <p className="sy-note">{t('workspace.more', { more: group.memberIds.length - shownMax })}</p>
              )}
            </DropZone>
          ))}
        </div>
        {isSplitting && (
          <SplitDialog
            classId={classId}
            count={members.length}
            editor={editor}
            onClose={() => setIsSplitting(false)}
            load={load}
          />
        )}
      </div>
    </Moving>
  )
}

interface SplitProps extends Omit<PlanTabProps, 'plan' | 'title'> {
  readonly count: number
  readonly onClose: () => void
}

function SplitDialog({ classId, count, editor, load, onClose }: SplitProps) {
  const t = useText('classes')
  const most = Math.min(groupsMax, count)
  return (
    <FormModal<{ readonly count: number }, unknown>
      title={t('groups.split')}
      hint={t('groups.splitHint')}
      initialValues={{ count: Math.min(4, most) }}
      onSubmit={async ({ count: wanted }) => {
        editor.settle()
        const names = Array.from({ length: wanted }, (_, at) => t('groups.number', { number: at + 1 }))
        await editor.change((revision) =>
          call(
            classes.splitIntoGroups,
            { params: { id: classId }, body: { names, revision } },
            { handles: [CLASS_CHANGED] },
          ),
        )
        await load()
      }}
      onClose={onClose}
    >
      <Form.Item name="count" label={t('groups.count')} rules={[{ required: true }]}>
        <InputNumber min={1} max={most} precision={0} />
      </Form.Item>
    </FormModal>
  )
}
