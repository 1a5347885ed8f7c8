import '../parts/classes.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { AuthoredForm } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import type { EditedClass } from '../../contract/authoring.ts'
import { CLASS_CHANGED } from '../../contract/codes.ts'
import type { ClassInput } from '../../contract/fields.ts'
import { businessType, classes } from '../../contract.ts'
import { ClassTag } from '../parts/StateTag.tsx'
import { classPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { BasicFields, EnrollmentFields, PeopleFields } from './ClassFields.tsx'
import ClassTabs from './ClassTabs.tsx'
import { EndingActions } from './EndingActions.tsx'

/** The settings of a class. */
export default function ClassEditorPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(classes.editedClass, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(one, load) => <Editor one={one} onReload={load} />}
    </EditedPage>
  )
}

/** The form holds the start and the end of the class in one field. */
type Values = Omit<ClassInput, 'startsAt' | 'endsAt'> & { readonly times: [from: number, to: number] | null }

function valuesOf({ startsAt, endsAt, ...one }: EditedClass): Values {
  const { name, summary, description, coverFileId, classType, trainType, venue, capacity } = one
  const { organizationIds, managerIds, teacherIds, enrollment, quotas, enrollmentFrom, enrollmentUntil } = one
  return {
    ...{
      name,
      summary,
      description,
      coverFileId,
      classType,
      trainType,
      venue,
      capacity,
      enrollmentFrom,
      enrollmentUntil,
    },
    ...{ organizationIds, managerIds, teacherIds, enrollment, quotas },
    times: startsAt !== null && endsAt !== null ? [startsAt, endsAt] : null,
  }
}

const inputOf = ({ times, ...rest }: Values): ClassInput => ({
  ...{ ...rest, startsAt: times?.[0] ?? null, endsAt: times?.[1] ?? null },
})

function Editor({ one, onReload }: { one: EditedClass; onReload: () => Promise<void> }) {
  const t = useText('classes')
  const { id, revision } = one
  return (
    <AuthoredForm<Values>
      item={one}
      isEditable={one.possible.includes('edit')}
      list={{ title: t('managing.title'), path: classPaths.managed }}
      facts={one.status !== 'draft' && <ClassTag state={one.state} />}
      more={<EndingActions one={one} onDone={onReload} />}
      calls={authorCalls(one)}
      onReload={onReload}
      values={valuesOf(one)}
      save={(values) =>
        call(
          classes.changeClass,
          { params: { id }, body: { ...inputOf(values), revision } },
          { handles: [CLASS_CHANGED] },
        )
      }
      changedCode={CLASS_CHANGED}
      tabs={
        <>
          <ClassTabs classId={id} active="/admin/classes/:id" />
          {one.revocation !== '' && (
            <p className="sy-callout">{t('ending.revokedBecause', { reason: one.revocation })}</p>
          )}
          {one.state === 7 && <p className="sy-callout">{t('ending.closedNote')}</p>}
        </>
      }
    >
      <div id="class-panel" role="tabpanel" aria-label={t('managing.tabs.settings')}>
        <BasicFields />
        <PeopleFields members={one.members} />
        <EnrollmentFields />
        <PriceCard businessType={businessType} itemId={id} />
      </div>
    </AuthoredForm>
  )
}
