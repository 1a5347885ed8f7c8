import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { WorkspaceMember } from '../../../contract/workspace.ts'
import { DropZone, MemberChip } from './moving.tsx'

const shownMax = 60

interface Props {
  readonly id: string
  readonly title: string
  readonly members: readonly WorkspaceMember[]
  readonly chosen: string | undefined
  readonly onChoose: (memberId: string) => void
}

/** Those who have no place yet, to be found by name. */
export function StandingMembers({ id, title, members, chosen, onChoose }: Props) {
  const t = useText('classes')
  const [search, setSearch] = useState('')
  const found = members.filter(({ fullName }) => fullName.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <DropZone id={id} label={title}>
      <span className="sy-row sy-wrap sy-gap-2">
        <strong>{title}</strong>
        <span className="sy-faint">{members.length}</span>
      </span>
      {members.length > shownMax && (
        <Input
          allowClear
          aria-label={t('workspace.find')}
          placeholder={t('workspace.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="cl-chips">
        {found.slice(0, shownMax).map((member) => (
          <MemberChip
            key={member.id}
            memberId={member.id}
            name={member.fullName}
            isChosen={member.id === chosen}
            onChoose={() => onChoose(member.id)}
          />
        ))}
      </div>
      {found.length > shownMax && <p className="sy-note">{t('workspace.more', { more: found.length - shownMax })}</p>}
    </DropZone>
  )
}
