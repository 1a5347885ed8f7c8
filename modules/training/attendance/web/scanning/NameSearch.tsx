import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Person } from '#web/ui/Person.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { Scannable } from '../../contract/scanning.ts'
import type { Direction } from '../../contract/states.ts'
import { clockText } from '../parts/times.ts'
import { localResult, type ScanData, type Whereabouts } from './scan-session.ts'
import { matching } from './use-scanner.ts'

/** More names than these are found by typing on. */
const shownMax = 30

interface Props {
  readonly data: ScanData
  readonly where: ReadonlyMap<string, Whereabouts>
  readonly direction: Direction
  readonly onPick: (member: Scannable) => void
}

/** Whoever has no phone is found by name. Those who have not come stand first. */
export function NameSearch({ data, where, direction, onPick }: Props) {
  const t = useText('attendance')
  const [search, setSearch] = useState('')
  const isDone = (one: Scannable) => localResult(data.kind, direction, where.get(one.memberId)) !== 'ok'
  const found = matching(data, search).toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
  return (
    <section className="at-names" aria-label={t('scanner.byName')}>
      <h2>{t('scanner.byName')}</h2>
      <SearchBox label={t('scanner.search')} onSearch={setSearch} />
      {found.length === 0 && <p className="sy-note">{t('scanner.noMatch')}</p>}
      <ul>
        {found.slice(0, shownMax).map((member) => {
          const { at = null } = where.get(member.memberId) ?? {}
          return (
            <li key={member.memberId}>
              <Person
                name={member.fullName}
                path={member.avatarPath}
                note={at === null ? member.organizationName : t('scanner.has', { time: clockText(at) })}
              />
              {!isDone(member) && (
                <button
                  type="button"
                  className="sy-button sy-button-plain sy-button-small"
                  aria-label={`${t(direction === 'out' ? 'scanner.pickOut' : 'scanner.pick')} ${member.fullName}`}
                  onClick={() => onPick(member)}
                >
                  {t(direction === 'out' ? 'scanner.pickOut' : 'scanner.pick')}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {found.length > shownMax && <p className="sy-note">{t('scanner.more', { count: found.length - shownMax })}</p>}
    </section>
  )
}
