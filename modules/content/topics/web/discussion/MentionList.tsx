import { useText } from '#web/i18n/texts.ts'
import { Person } from '#web/ui/Person.tsx'

interface Offered {
  readonly id: string
  readonly memberFullName: string
  readonly organizationName: string
  readonly headPortrait: string
}

interface Props {
  readonly id: string
  readonly offered: readonly Offered[]
  readonly at: number
  readonly onChoose: (member: Offered) => void
}

/** The colleagues whose names begin as typed, under the text. The keys belong to the text. */
export function MentionList({ id, offered, at, onChoose }: Props) {
  const t = useText('topics')
  if (offered.length === 0) return null
  return (
    <div id={id} className="dis-mentions" role="listbox" aria-label={t('comment.mention')}>
      {offered.map((member, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text above.
        <div
          key={member.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(member)}
        >
          <Person name={member.memberFullName} path={member.headPortrait} size={24} note={member.organizationName} />
        </div>
      ))}
    </div>
  )
}
