/** The cost of any Node server of this type: Fastify, the driver, one route that queries the database. */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const app = Fastify()
app.get('/api/health', async () => (await pool.query('select 1 as one')).rows[0])
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
