* Channel of applications
DEFINE CHANNEL('{{ .Channel }}') CHLTYPE(SVRCONN) SSLCIPH({{ .Cipher }}) REPLACE
{{- if .Password }}
SET CHLAUTH('{{ .Channel }}') TYPE(BLOCKUSER) USERLIST('*MQADMIN') DESCR('Applications') ACTION(REPLACE)
{{- end }}
DEFINE QLOCAL('APP.QUEUE') MAXDEPTH(5000) REPLACE
