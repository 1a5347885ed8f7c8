import { Button, Drawer } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { deviceText } from '#web/ui/device.ts'
import { Facts as FactList } from '#web/ui/Facts.tsx'
import type { AuditEntry } from '../../contract/audit.ts'
import { changesOf } from '../../contract/audit-words.ts'
import type { Filters } from './AuditFilterBar.tsx'
import { auditText } from './audit-text.ts'

interface Props {
  readonly entry: AuditEntry | undefined
  readonly onClose: () => void
  readonly onFilter: (change: Filters) => void
}

/** One entry with all details: changes first, technical facts last. */
export function AuditEntryDrawer({ entry, onClose, onFilter }: Props) {
  const t = useText('operations')
  return (
    <Drawer open={entry !== undefined} onClose={onClose} title={t('auditLog.details')} size={600}>
      {entry && <Entry entry={entry} onFilter={onFilter} />}
    </Drawer>
  )
}

function Entry({ entry, onFilter }: { entry: AuditEntry; onFilter: Props['onFilter'] }) {
  const t = useText('operations')
  const { actorId, actorName, subjectId } = entry
  return (
    <div className="audit-entry">
      <h2>{auditText.action(entry.action)}</h2>
      <p className="sy-faint">
        <DateText value={entry.at} style="second" /> ·{' '}
        {actorId === null ? t('auditLog.platform') : <Slot name="member-name" values={{ memberId: actorId }} />}
      </p>
      <div className="sy-actions">
        {actorId !== null && (
          <Button size="small" onClick={() => onFilter({ actorId, actorName: actorName ?? undefined })}>
            {t('auditLog.onlyThis')}
          </Button>
        )}
        {subjectId !== null && (
          <Button size="small" onClick={() => onFilter({ subjectId })}>
            {t('auditLog.onlySubject')}
          </Button>
        )}
      </div>
      {entry.isRedacted ? <p className="audit-redacted">{t('auditLog.redacted')}</p> : <Changes entry={entry} />}
      {entry.input && Object.keys(entry.input).length > 0 && <Input entry={entry} />}
      <Facts entry={entry} />
    </div>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const t = useText('operations')
  const changes = changesOf(entry.before, entry.after)
  return (
    <section>
      <h3>{t('auditLog.changes')}</h3>
      {changes.length === 0 ? (
        <p className="sy-faint">{t('auditLog.noChanges')}</p>
      ) : (
        <div className="audit-changes">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('auditLog.field')}</th>
                <th scope="col">{t('auditLog.before')}</th>
                <th scope="col">{t('auditLog.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">
                    {auditText.field(entry.action, name, { type: entry.subjectType, name: entry.subjectName })}
                  </th>
                  <td>{before === undefined ? '—' : <del>{auditText.value(name, before)}</del>}</td>
                  <td>{after === undefined ? '—' : <ins>{auditText.value(name, after)}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Input({ entry }: { entry: AuditEntry }) {
  const t = useText('operations')
  return (
    <section>
      <h3>{t('auditLog.input')}</h3>
      <FactList
        shape="rows"
        className="audit-facts"
        items={Object.entries(entry.input ?? {}).map(([name, value]) => [
          auditText.field(entry.action, name),
          auditText.value(name, value),
        ])}
      />
    </section>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  const t = useText('operations')
  const { subjectType, subjectName, subjectId } = entry
  return (
    <section>
      <h3>{t('status.facts')}</h3>
      <FactList
        shape="rows"
        className="audit-facts"
        items={[
          subjectName !== null && [
            t('auditLog.subject'),
            auditText.subjectName(entry.action, subjectType, subjectName),
          ],
          subjectType !== null && [t('auditLog.subjectType'), auditText.subjectType(entry.action, subjectType)],
          subjectId !== null && [t('auditLog.subjectId'), subjectId],
          [t('auditLog.roles'), entry.actorRoles.map(auditText.role).join(t('auditLog.separator')) || '—'],
          [t('auditLog.ip'), entry.ip || '—'],
          [t('auditLog.browser'), deviceText(entry.userAgent) ?? (entry.userAgent ? t('auditLog.otherBrowser') : '—')],
          [t('auditLog.entryId'), entry.id],
          [t('auditLog.seq'), entry.seq === null ? t('auditLog.unsealed') : `#${entry.seq}`],
          entry.hash !== null && [t('auditLog.hash'), <code key="hash">{entry.hash}</code>],
        ]}
      />
    </section>
  )
}
