/** The door of columns for other modules’ server code. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { columns } from './contract.ts'
import { searchedColumn } from './server/column-search.ts'
import { columnItems } from './server/extensions.ts'
import { columnRecycling } from './server/managing.ts'
import { columnReleased } from './server/messages.ts'
import { columnsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { columnGate, soldColumn } from './server/selling.ts'

export { countSubscriptions, newestReleasesSql, subscribedColumnsOf } from './server/streams.ts'

export const columnsServer = serverModule({
  name: 'columns',
  contract: columns,
  routes,
  extensions: [
    columnItems,
    searchedColumn,
    soldColumn,
    columnGate,
    columnRecycling,
    messageType(columnReleased),
    columnsPersonalData,
  ],
})
