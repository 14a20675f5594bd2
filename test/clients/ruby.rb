# Runs the cases of test/clients/run with Ruby's pg: ruby.rb CASES DRIVER
require 'pg'

connection = PG.connect
typed = ARGV[1].include?('BasicTypeMap')
if typed
  connection.type_map_for_queries = PG::BasicTypeMapForQueries.new(connection)
  connection.type_map_for_results = PG::BasicTypeMapForResults.new(connection)
end
to_array = PG::TextEncoder::Array.new
held = connection.exec('SELECT f FROM held').getvalue(0, 0)

texts = ['a', 'x"\\,{ü']
values = { 'text' => 'a', 'number' => typed ? 1 : '1', 'again' => held,
           'array' => typed ? texts : to_array.encode(texts),
           'empty' => typed ? [] : to_array.encode([]),
           'numbers' => typed ? [1, 3] : to_array.encode([1, 3]) }

File.readlines(ARGV[0], chomp: true).each do |line|
  name, kind, text, hex = line.split("\t", -1)
  number = 0
  text = text.gsub('?') { "$#{number += 1}" }
  begin
    if kind == 'fetch'
      value = connection.exec_params(text, []).getvalue(0, 0)
      answer = "ok\t#{value.class} #{value.byteslice(0, 4).unpack1('H*')}"
    else
      bytes = [hex].pack('H*')
      all = kind.split(',').map do |one|
        if one != 'bytes' then values[one]
        elsif typed then PG::BasicTypeMapForQueries::BinaryData.new(bytes)
        else { value: bytes, format: 1 }
        end
      end
      answer = "ok\t#{connection.exec_params(text, all).getvalue(0, 0)}"
    end
  rescue StandardError => e
    answer = "error\t#{e.message.lines.map(&:chomp).join(' | ')}"
  end
  puts "#{name}\t#{answer}"
end
