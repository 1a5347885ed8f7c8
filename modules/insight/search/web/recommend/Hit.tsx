import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { HitPassage, SearchHit } from '../../contract.ts'
import { Marked } from '../Marked.tsx'

interface Props {
  readonly hit: SearchHit
  readonly onOpen: () => void
}

export function Hit({ hit, onOpen }: Props) {
  return (
    <li className="sr-hit">
      {/* The title is the link for the keyboard; the picture is a larger place to press. */}
      <Link className="sr-cover" to={hit.link} onClick={onOpen} tabIndex={-1} aria-hidden="true">
        <Cover name={hit.title} url={hit.coverFileId === null ? null : `files/${hit.coverFileId}`} />
      </Link>
      <div className="sr-body">
        <p className="sr-kind">
          <span>{hit.kindName}</span>
          {hit.authorName !== '' && <span>{hit.authorName}</span>}
          <Times hit={hit} />
        </p>
        <h2>
          <Link className="sr-title" to={hit.link} onClick={onOpen}>
            <Marked text={hit.title} marks={hit.titleMarks} />
          </Link>
        </h2>
        {hit.excerpt !== '' && (
          <p className="sr-excerpt">
            <Marked text={hit.excerpt} marks={hit.excerptMarks} />
          </p>
        )}
        {hit.passages.length > 0 && (
          <ul className="sr-passages">
            {hit.passages.map((passage) => (
              <Passage key={`${passage.link} ${passage.text}`} passage={passage} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function Times({ hit: { startsAt, publishedAt } }: { hit: SearchHit }) {
  const t = useText('search')
  if (startsAt !== null)
    return (
      <span>
        {t('startsAt')} <DateText value={startsAt} />
      </span>
    )
  return publishedAt === null ? null : <DateText value={publishedAt} style="day" />
}

/** Who presses a sentence wants to hear it: the course begins there by itself. */
const plays = { play: true }

/** A place inside the item: it opens there, at the second or the page. */
function Passage({
  passage: { kind, at, source, text, marks, link },
  onOpen,
}: {
  passage: HitPassage
  onOpen: () => void
}) {
  const t = useText('search')
  return (
    <li>
      <Link to={link} state={plays} onClick={onOpen}>
        <span className="sr-place">
          <Icon name={kind === 'second' ? 'play' : 'file'} size={14} />
          {kind === 'second' && clockText(at * 1000)}
          {kind === 'page' && t('page', { page: at })}
          <span className="sr-source">{source}</span>
        </span>
        <span className="sr-said">
          <Marked text={text} marks={marks} />
        </span>
      </Link>
    </li>
  )
}
