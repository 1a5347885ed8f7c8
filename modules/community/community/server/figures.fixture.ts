/** A module that publishes for share accounts: for tests of their figures. */
import { contract } from '#kit/contract.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import { accountFigures, type FiguresOfDay } from './figures.ts'

/** What each account has published, by day; tests change it. */
export const published = new Map<string, readonly FiguresOfDay[]>()

export const publisherModule: ServerModule = serverModule({
  name: 'publisher',
  contract: contract({}),
  routes: {},
  extensions: [
    accountFigures({
      async byDay(_db, { accountId, from, to }) {
        return (published.get(accountId) ?? []).filter(({ day }) => day >= from && day <= to)
      },
      async totals(_db, _companyId, accountIds) {
        return new Map(
          accountIds.map((id) => {
            const days = published.get(id) ?? []
            const sum = (name: 'praise' | 'reads' | 'contents') => days.reduce((all, day) => all + (day[name] ?? 0), 0)
            return [id, { praise: sum('praise'), reads: sum('reads'), contents: sum('contents') }]
          }),
        )
      },
    }),
  ],
})
