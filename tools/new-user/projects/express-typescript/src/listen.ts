import type { AddressInfo } from 'node:net'
import type { Express } from 'express'

export function listen (app: Express) {
  const server = app.listen(process.env.PORT ?? 3000, () => {
    const { port } = server.address() as AddressInfo
    console.log(`Listening on http://localhost:${port}`)
  })
}
