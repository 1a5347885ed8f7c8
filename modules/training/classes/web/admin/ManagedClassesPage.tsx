import { Tag } from 'antd'
import { Link } from 'react-router'
import { AuthoredIndex, NameDialog } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { classNameLengthMax, newClass } from '../../contract/fields.ts'
import { classTypes } from '../../contract/states.ts'
import { classes } from '../../contract.ts'
import { ClassTag } from '../parts/StateTag.tsx'
import { TimesText } from '../parts/TimesText.tsx'
import { classPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'

/** The classes that the member runs or manages. */
export default function ManagedClassesPage() {
  const t = useText('classes')
  return (
    <AuthoredIndex
      title={t('managing.title')}
      description={t('managing.description')}
      createTitle={t('managing.create')}
      createDialog={(onClose) => <CreateClass onClose={onClose} />}
      itemLabel={t('form.name')}
      searchLabel={t('list.search')}
      none={t('managing.none')}
      list={({ category, ...query }) =>
        q(
          classes.managedClasses,
          { query: { ...query, ...(category !== undefined && { classType: Number(category) as 1 | 2 | 3 }) } },
          { quiet: true },
        )
      }
      category={{
        label: t('form.classType'),
        all: t('managing.allTypes'),
        options: classTypes.map((type) => ({ value: String(type), title: t(`maps.class-type.${type}`) })),
      }}
      columns={[
        { key: 'state', title: t('managing.state'), render: ({ state }) => <ClassTag state={state} /> },
        {
          key: 'times',
          title: t('form.times'),
          render: ({ startsAt, endsAt }) => <TimesText from={startsAt} until={endsAt} />,
        },
        {
          key: 'places',
          title: t('enroll.places'),
          render: ({ id, placesTaken, capacity }) => (
            <Link to={classPaths.roster(id)}>
              {t('list.places', { taken: placesTaken, places: capacity })}
              {placesTaken >= capacity && <Tag style={{ marginInlineStart: 8 }}>{t('managing.full')}</Tag>}
            </Link>
          ),
        },
      ]}
      links={({ id }) => ({ edit: classPaths.editor(id), preview: classPaths.preview(id) })}
      calls={(one) => authorCalls(one)}
    />
  )
}

function CreateClass({ onClose }: { onClose: () => void }) {
  const t = useText('classes')
  return (
    <NameDialog
      title={t('managing.create')}
      okText={t('managing.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={classNameLengthMax}
      create={async (name) => {
        const { id } = await call(classes.createClass, { body: { ...newClass, name } })
        return classPaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
