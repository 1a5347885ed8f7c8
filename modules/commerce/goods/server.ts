/** The door of goods for other modules' server code: the registration. Orders sell goods and give them as prizes. */
import { serverModule } from '#server/module.ts'
import { goods } from './contract.ts'
import { goodsKind } from './server/goods-kind.ts'
import { goodsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const goodsServer = serverModule({
  name: 'goods',
  contract: goods,
  routes,
  extensions: [goodsKind, goodsPersonalData],
})
