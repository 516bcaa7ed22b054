# Bitquay in one image. The build stage has the tools, the final image has only the program and runs it as an
# unprivileged user.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY btcpay/package.json btcpay/
COPY sandbox/package.json sandbox/
COPY server/package.json server/
COPY client/package.json client/
COPY cli/package.json cli/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY btcpay/package.json btcpay/
COPY sandbox/package.json sandbox/
COPY server/package.json server/
COPY client/package.json client/
COPY cli/package.json cli/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci --omit=dev --no-audit --no-fund --workspace=server --workspace=sandbox --workspace=btcpay --workspace=contract

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
# Only those who send traces need it, so npm start leaves it out.
COPY --from=build /app/node_modules/@opentelemetry node_modules/@opentelemetry
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/dist dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/server/schema server/schema
COPY --from=build /app/server/migrations server/migrations
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=1024", "dist/server/main.js"]
