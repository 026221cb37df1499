FROM python:3.11 AS base
RUN true
FROM base
EXPOSE 80
FROM debian:12
COPY --from=1 /a /b
COPY --from=base /a /b
