import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { Person } from '../../contract/shapes.ts'
import { peopleShownMax } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction } from '../connection/use-request.ts'
import { useRoom } from '../state/room-store.ts'
import { PersonRow } from './PersonRow.tsx'

const rank = { host: 0, lecturer: 1, assistant: 2, viewer: 3 } as const

/** Raised hands first, in order of time; then staff; then everybody by name. */
function orderedPeople(people: readonly Person[]): Person[] {
  return [...people].sort(
    (a, b) =>
      (a.handAt ?? Number.POSITIVE_INFINITY) - (b.handAt ?? Number.POSITIVE_INFINITY) ||
      rank[a.role] - rank[b.role] ||
      Number(b.online) - Number(a.online) ||
      a.name.localeCompare(b.name, 'zh'),
  )
}

/** The people in the room. A large room is read in pages, and searched by the server. */
export function PeopleTab() {
  const t = useText('rooms')
  const people = useRoom((view) => view.people)
  const online = useRoom((view) => view.online)
  const [name, setName] = useState('')
  const large = online > peopleShownMax
  const shown = people.filter((person) => person.online || person.handAt !== null)
  const found = shown.filter((person) => person.name.toLowerCase().includes(name.trim().toLowerCase()))
  const hands = found.filter((person) => person.handAt !== null)
  return (
    <div className="room-people">
      <SearchBox label={t('people.search')} onSearch={setName} />
      {hands.length > 0 && (
        <section>
          <h3>{t('people.hands', { count: hands.length })}</h3>
          <ul>
            {orderedPeople(hands).map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t('people.online', { count: online })}</h3>
        {large ? (
          <Pages name={name} />
        ) : (
          <>
            {found.length === 0 && <EmptyState small title={t('people.nobody')} />}
            <ul>
              {orderedPeople(found.filter((person) => person.handAt === null)).map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}

interface Pages {
  readonly people: readonly Person[]
  readonly page: number
  readonly total: number
}

function Pages({ name }: { name: string }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const [pages, setPages] = useState<Pages>()
  const read = (page: number, before: readonly Person[]) =>
    run(async () => {
      const search = name.trim()
      const { items, recordCount } = await request('people.list', { page, ...(search !== '' && { name: search }) })
      const known = new Set(before.map((person) => person.id))
      setPages({ people: [...before, ...items.filter((one) => !known.has(one.id))], page, total: recordCount })
    })
  const readFirst = useEffectEvent(() => void read(1, []))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another list.
  useEffect(() => readFirst(), [name])
  if (!pages) return <LoadingState rows={4} />
  return (
    <>
      {pages.people.length === 0 && <EmptyState small title={t('people.nobody')} />}
      <ul>
        {pages.people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      {pages.people.length < pages.total && (
        <button
          type="button"
          className="room-chat-older"
          disabled={busy}
          onClick={() => void read(pages.page + 1, pages.people)}
        >
          {t('people.more')}
        </button>
      )}
    </>
  )
}
