import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ImportDialog } from '#web/ui/ImportDialog.tsx'
import { nominationColumns } from '../../contract/nominations.ts'
import { nominationsMax } from '../../contract/roster.ts'
import { classes } from '../../contract.ts'

interface Props {
  readonly classId: string
  /** The call of those who run the class, or that of a manager for the own organizations. */
  readonly entry: typeof classes.importNominations | typeof classes.importOwnNominations
  readonly onClose: () => void
}

/** Nominations by spreadsheet. Before they are made, they say how many of the members would wait for a place. */
export function NominationImport({ classId, entry, onClose }: Props) {
  const t = useText('classes')
  const params = { id: classId }
  return (
    <ImportDialog
      title={t('import.title')}
      hint={t('import.hint', { max: nominationsMax })}
      columns={nominationColumns.map((column) => ({ column, heading: t(`import.columns.${column}`) }))}
      template={classes.nominationTemplate}
      read={classes.readNominations}
      write={entry}
      inputOf={(rows) => ({ params, body: { rows: [...rows] } })}
      onImport={(rows) => call(entry, { params, body: { rows: [...rows] } }, { handles: 'all' })}
      summaryOf={({ enrolled, pending, waiting, left }) =>
        t('import.summary', { coming: enrolled + pending, waiting, left })
      }
      onClose={onClose}
    />
  )
}
