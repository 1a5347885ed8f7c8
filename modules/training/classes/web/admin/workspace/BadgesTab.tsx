import { Button } from 'antd'
import { download } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { badgesMax, type Workspace } from '../../../contract/workspace.ts'
import { classes } from '../../../contract.ts'

/** Name badges to print: of everyone, in parts where they are many, or of a group. */
export function BadgesTab({ classId, plan: { groups, members } }: { classId: string; plan: Workspace }) {
  const t = useText('classes')
  const { busyWith, run } = useAction()
  if (members.length === 0) return <EmptyState title={t('badges.none')} description={t('badges.noneHint')} />
  const parts = Array.from({ length: Math.ceil(members.length / badgesMax) }, (_, at) => at + 1)
  const button = (name: string, query: { readonly groupId?: string; readonly part?: number }, title: string) => (
    <Button
      key={name}
      loading={busyWith === name}
      icon={<Icon name="download" size={16} />}
      onClick={() => void run(() => download(classes.badges, { params: { id: classId }, query }), { name })}
    >
      {title}
    </Button>
  )
  const filledGroups = groups.filter(({ id }) => members.some(({ groupId }) => groupId === id))
  return (
    <div className="sy-column sy-gap-4">
      <p className="sy-note">{t('badges.hint')}</p>
      <span className="sy-row sy-wrap sy-gap-2">
        {parts.length === 1
          ? button('all', {}, t('badges.all'))
          : parts.map((part) => button(`part ${part}`, { part }, t('badges.part', { part, parts: parts.length })))}
      </span>
      {filledGroups.length > 0 && (
        <span className="sy-row sy-wrap sy-gap-2">
          {filledGroups.map(({ id, name }) => button(id, { groupId: id }, t('badges.group', { name })))}
        </span>
      )}
    </div>
  )
}
