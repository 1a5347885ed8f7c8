import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Person } from '#web/ui/Person.tsx'
import type { Writer } from '../../contract/shapes.ts'
import { askPaths } from '../paths.ts'

interface Props {
  readonly writer: Writer
  readonly isAnonymous?: boolean
  readonly isOwn?: boolean
  readonly note?: ReactNode
}

/** Who wrote something: experts with their mark, anonymous askers without a name. */
export function WriterLine({ writer, isAnonymous = false, isOwn = false, note }: Props) {
  const t = useText('ask')
  if (!writer) {
    const name = t(isAnonymous ? 'writer.anonymous' : 'writer.gone')
    return (
      <Person name={name} note={note}>
        {isOwn ? t('writer.anonymousOwn') : name}
      </Person>
    )
  }
  return (
    <Person
      memberId={writer.memberId}
      name={writer.fullName}
      path={writer.picture}
      note={note ?? writer.organizationName}
    >
      {writer.expertId !== null && (
        <Link to={askPaths.expert(writer.expertId)}>
          {writer.fullName} <span className="ask-mark">{t('writer.expert')}</span>
        </Link>
      )}
    </Person>
  )
}
